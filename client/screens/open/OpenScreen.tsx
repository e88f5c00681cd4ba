import { useCallback, useEffect, useState } from 'react';
import { fetchClaimPreview } from '#client/api/claims.ts';
import { ApiProblem } from '#client/api/problem.ts';
import { waitText } from '#client/api/wait-text.ts';
import { OpenInApp } from '#client/app-link/OpenInApp.tsx';
import { rememberOpening } from '#client/app-link/OpeningWaits.tsx';
import { CoverInItsLight, CoverToCome } from '#client/cart/CoverInItsLight.tsx';
import { PageHead } from '#client/shell/PageHead.tsx';
import { useParameter } from '#client/shell/use-parameter.ts';
import { Button } from '#client/ui/Button.tsx';
import { handFocusOn } from '#client/ui/keep-focus.ts';
import { LoadingRings } from '#client/ui/LoadingRings.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Beside, Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { Prose } from '#client/ui/Prose.tsx';
import { useLoaded } from '#client/ui/use-loaded.ts';
import type { ClaimPreview } from '#shared/api/claims.ts';
import { productById } from '#shared/catalogue.ts';
import { dayInWords } from '#shared/day-in-words.ts';
import { paths, routes } from '#shared/routes.ts';
import { claimWords } from './claim-words.ts';
import styles from './OpenScreen.module.css';
import { TakeIt } from './TakeIt.tsx';

/** The text for a link that could not be looked at. */
const lookFault = (error: unknown): string =>
  error instanceof ApiProblem && error.status === 429
    ? `Too many links were looked at from here. Try again in ${waitText(error.retryAfterSeconds)}.`
    : 'Nothing is lost, and nothing is used up.';

/** `/open/{token}`: the page of a claim link, for browsers without the app. The token stays in the path. */
export function OpenScreen() {
  const token = useParameter();
  const [preview, askAgain] = useLoaded(
    useCallback((signal) => fetchClaimPreview(token, signal), [token]),
    lookFault,
  );
  // With the button of this page: the link has done its work, and what it was good for need not be said.
  const [taken, setTaken] = useState(false);
  const known = preview.status === 'loaded' ? preview.value : undefined;
  const state = known?.state;
  const gift = known?.gift;
  const title = gift ? 'A gift for you' : routes.open.title;
  const carried = state === 'ready' || state === 'claimed' ? known?.products[0] : undefined;
  useEffect(() => {
    if (state) rememberOpening(state === 'ready' ? paths.open(token) : null);
  }, [state, token]);
  return (
    <Page task width="wide">
      <PageHead title={title} indexed={false} />
      {/* Whoever is given something sees what it is like, on a phone as well. */}
      <Beside
        picture={
          preview.status === 'loading' ? (
            <CoverToCome />
          ) : (
            <CoverInItsLight product={productById(carried?.id ?? '')} />
          )
        }
        narrow="foremost"
      >
        <PageHeading
          lead={
            gift
              ? `${gift.from ?? 'Somebody'} has given you an adventure.${taken || state === 'link_expired' ? '' : ' It belongs to whoever first puts it on an account.'}`
              : 'Somebody paid, and this link carries it into the app.'
          }
        >
          {title}
        </PageHeading>
        {preview.status === 'loading' ? <LoadingRings label="Looking at what is in it" alone /> : null}
        {preview.status !== 'loading' && preview.fault !== undefined ? (
          <Notice
            kind="error"
            title="We could not look at this link"
            actions={
              <Button variant="quiet" onClick={handFocusOn(askAgain)}>
                Try again
              </Button>
            }
          >
            <p>{preview.fault}</p>
          </Notice>
        ) : null}
        {known ? <Held preview={known} taken={taken} /> : null}
        {state === 'ready' ? <TakeIt onTaken={() => setTaken(true)} onGone={askAgain} /> : null}
        {taken || (state && state !== 'ready') ? null : (
          <Prose>
            <h2>How it works</h2>
            <ol>
              <li>
                Get our free app on your phone: <a href={paths.download()}>the download page</a>.
              </li>
              <li>Sign in there, or create an account, with any address of yours.</li>
              <li>Open this link again on that phone. What was bought is on your account from then on.</li>
            </ol>
          </Prose>
        )}
      </Beside>
    </Page>
  );
}

function Held({ preview: { state, products, gift }, taken }: { preview: ClaimPreview; taken: boolean }) {
  const words = state === 'ready' ? null : claimWords[state];
  return (
    <>
      {words ? (
        <Notice kind={words.opens ? 'info' : 'error'} title={words.title}>
          <p>{words.sentence}</p>
        </Notice>
      ) : null}
      {products.length > 0 ? (
        <Prose>
          <ul>
            {products.map(({ id, title, releasesOn }) => (
              <li key={id}>{releasesOn ? `${title}: comes out on ${dayInWords(releasesOn)}` : title}</li>
            ))}
          </ul>
          {gift?.message ? (
            <blockquote className={styles['message']} dir="auto">
              {gift.message}
            </blockquote>
          ) : null}
        </Prose>
      ) : null}
      {words === null || words.opens ? (
        <OpenInApp url={window.location.href} used={taken || words !== null} isGift={gift !== undefined} />
      ) : null}
    </>
  );
}
