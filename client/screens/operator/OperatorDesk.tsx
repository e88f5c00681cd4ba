import { useCallback, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { LoadingRings } from '#client/ui/LoadingRings.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Stack } from '#client/ui/Page.tsx';
import { Actions } from './Actions.tsx';
import { Attention } from './Attention.tsx';
import { Codes } from './Codes.tsx';
import { Figures } from './Figures.tsx';
import { Mail } from './Mail.tsx';
import styles from './Operator.module.css';
import { Orders } from './Orders.tsx';
import { fetchFigures } from './operator-calls.ts';
import { SignOut } from './SignOut.tsx';
import { useLoaded } from './use-loaded.ts';
import { Voices } from './Voices.tsx';
import { dayAgo } from './words.ts';

/** How many days the figures begin with. */
const usualDays = 30;

/** The page for a member of the group; the first answer of the server tells whether this person is one. */
export function OperatorDesk() {
  const [period, setPeriod] = useState(() => ({ since: dayAgo(usualDays - 1), until: dayAgo(0) }));
  const [figures, reload] = useLoaded(
    useCallback((signal: AbortSignal) => fetchFigures(period, signal), [period]),
  );

  if (figures.status === 'loading') return <LoadingRings label="Fetching the figures" />;
  if (figures.status === 'failed') {
    return (
      <Notice
        kind="error"
        title="This page cannot be shown"
        actions={
          <>
            <Button variant="quiet" onClick={reload}>
              Try again
            </Button>
            <SignOut>Sign in again</SignOut>
          </>
        }
      >
        <p>{figures.fault}</p>
      </Notice>
    );
  }
  const { value } = figures;
  return (
    <Stack gap="far">
      <nav aria-label="On this page" className={styles['contents']}>
        <a href="#attention">Waiting for you ({value.attention.length})</a>
        <a href="#figures">Figures</a>
        <a href="#orders">Orders</a>
        <a href="#mail">Mail</a>
        <a href="#codes">Activation codes</a>
        <a href="#voices">Voices</a>
        <a href="#record">Record</a>
      </nav>
      <Attention items={value.attention} />
      <Figures figures={value} onPeriod={setPeriod} />
      <Orders />
      <Mail />
      <Codes />
      <Voices />
      <Actions />
      <div>
        <SignOut>Sign Out</SignOut>
      </div>
    </Stack>
  );
}
