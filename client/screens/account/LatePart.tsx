import { type ComponentType, useCallback, useRef, useState } from 'react';
import type { AccountUser } from '#client/auth/account.ts';
import { identityMessages } from '#client/auth/identity-error.ts';
import { Button } from '#client/ui/Button.tsx';
import { announceHydrated, announceMissing } from '#client/ui/hydrated-event.ts';
import { inTime } from '#client/ui/in-time.ts';
import { giveFocus } from '#client/ui/keep-focus.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { ButtonRow, Stack } from '#client/ui/Page.tsx';
import { useStepFocus } from '#client/ui/use-step-focus.ts';

/** The props of a part of the account page. */
export interface PartProps {
  user: AccountUser;
  /** Moves the focus to the part's heading, when the focused element is gone. */
  focusHeading: () => void;
  /** Closes the part. */
  close: () => void;
}

interface LatePartProps {
  user: AccountUser;
  heading: string;
  /** Its purpose, shown while it is closed. */
  lead: string;
  /** The button that opens it. */
  label: string;
  /** An `import()` of its code, because most people come to the account page for something else. */
  load: () => Promise<ComponentType<PartProps>>;
}

type State = { step: 'CLOSED' | 'LOADING' | 'FAILED' } | { step: 'OPEN'; Part: ComponentType<PartProps> };

/** A collapsed part of the account page, whose code is loaded when somebody opens it. */
export function LatePart({ user, heading, lead, label, load }: LatePartProps) {
  const [state, setState] = useState<State>({ step: 'CLOSED' });
  const headingRef = useStepFocus(state.step === 'LOADING' ? 'CLOSED' : state.step);
  const element = useRef<HTMLElement | null>(null);
  const focusHeading = useCallback(() => giveFocus(element.current), []);

  function open() {
    setState({ step: 'LOADING' });
    inTime(load()).then(
      (Part) => {
        setState({ step: 'OPEN', Part });
        announceHydrated();
      },
      () => {
        setState({ step: 'FAILED' });
        announceMissing();
      },
    );
  }

  return (
    <Stack>
      <h2
        ref={(h2) => {
          headingRef(h2);
          element.current = h2;
        }}
        tabIndex={-1}
      >
        {heading}
      </h2>
      {state.step === 'OPEN' ? (
        <state.Part user={user} focusHeading={focusHeading} close={() => setState({ step: 'CLOSED' })} />
      ) : (
        <>
          <p>{lead}</p>
          {state.step === 'FAILED' ? <Notice kind="error">{identityMessages.notLoaded}</Notice> : null}
          <ButtonRow>
            <Button variant="quiet" busy={state.step === 'LOADING'} busyLabel="Opening it" onClick={open}>
              {label}
            </Button>
          </ButtonRow>
        </>
      )}
    </Stack>
  );
}
