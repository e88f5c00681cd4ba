import { Component, type ReactNode } from 'react';
import { loadedScreen, screenAt } from '#client/routes.tsx';
import { Button, ButtonLink } from '#client/ui/Button.tsx';
import { announceHydrated, whyMissing } from '#client/ui/hydrated-event.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { ButtonRow, Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { facts } from '#facts';
import { paths } from '#shared/routes.ts';
import { PageHead } from './PageHead.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Another value means another page: the boundary resets. */
  place: string;
}

interface ErrorBoundaryState {
  failed: boolean;
  place: string;
}

/** React error boundary: when a screen throws, or its code does not load, the page frame stays and shows what to do. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, place: '' };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    { place }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState {
    return { failed: state.failed && state.place === place, place };
  }

  override componentDidCatch(): void {
    announceHydrated();
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Page>
        <PageHead title="This page lost its voice" indexed={false} />
        <PageHeading>This page lost its voice</PageHeading>
        <Notice
          kind="error"
          actions={
            <ButtonRow>
              <Button onClick={() => location.reload()}>Load the page again</Button>
              <ButtonLink href={paths.shop()} variant="quiet">
                Go to the shop
              </ButtonLink>
            </ButtonRow>
          }
        >
          <p>
            {loadedScreen(screenAt(this.state.place))
              ? 'What you did may be done: load the page again and look.'
              : whyMissing}
          </p>
          <p>
            If it happens twice, write to <a href={`mailto:${facts.email.support}`}>{facts.email.support}</a>.
          </p>
        </Notice>
      </Page>
    );
  }
}
