import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { LoadingRings } from '#client/ui/LoadingRings.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Stack } from '#client/ui/Page.tsx';
import { type OperatorSection, operatorPath } from '#shared/operator-sections.ts';
import styles from './Operator.module.css';
import { fetchToday } from './operator-calls.ts';
import { SignOut } from './SignOut.tsx';
import { sections } from './sections.ts';
import { Today } from './Today.tsx';
import { useLoaded } from './use-loaded.ts';

/** The other sections come when they are asked for: each is code of its own. */
const parts: Readonly<Record<OperatorSection, ComponentType>> = {
  orders: lazy(async () => ({ default: (await import('./Orders.tsx')).Orders })),
  customers: lazy(async () => ({ default: (await import('./Customers.tsx')).Customers })),
  codes: lazy(async () => ({ default: (await import('./Codes.tsx')).Codes })),
  imports: lazy(async () => ({ default: (await import('./Imports.tsx')).Imports })),
  letters: lazy(async () => ({ default: (await import('./Letters.tsx')).Letters })),
  books: lazy(async () => ({ default: (await import('./Books.tsx')).Books })),
  record: lazy(async () => ({ default: (await import('./Actions.tsx')).Actions })),
};

/** The page for a member of the group; the first answer of the server tells whether this person is one. */
export function OperatorDesk({ section }: { section: OperatorSection | null }) {
  const [today, reload] = useLoaded(fetchToday);
  const before = useRef(section);
  // Whoever comes back from another section may have settled something there.
  useEffect(() => {
    if (section === null && before.current !== null) reload();
    before.current = section;
  }, [section, reload]);

  if (today.status === 'loading') return <LoadingRings label="Looking at today" />;
  if (today.status === 'failed') {
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
        <p>{today.fault}</p>
      </Notice>
    );
  }
  const waiting = today.value.attention.length;
  const Part = section === null ? null : parts[section];
  return (
    <Stack gap="far">
      <nav aria-label="Behind the counter" className={styles['sections']}>
        {sections.map(({ id, title }) => (
          <a
            key={title}
            href={operatorPath(id ?? undefined)}
            aria-current={id === section ? 'page' : undefined}
          >
            {id === null && waiting > 0 ? `${title} (${waiting})` : title}
          </a>
        ))}
      </nav>
      {Part ? (
        <Suspense fallback={<LoadingRings label="Opening" />}>
          <Part />
        </Suspense>
      ) : (
        <Today today={today.value} />
      )}
      <div>
        <SignOut>Sign Out</SignOut>
      </div>
    </Stack>
  );
}
