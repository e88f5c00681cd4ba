import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import { SignOut } from '#client/auth/SignOut.tsx';
import { LoadedPart } from '#client/ui/LoadedPart.tsx';
import { LoadingRings } from '#client/ui/LoadingRings.tsx';
import { Stack } from '#client/ui/Page.tsx';
import { useLoaded } from '#client/ui/use-loaded.ts';
import type { OperatorToday } from '#shared/api/operator.ts';
import { type OperatorSection, operatorPath } from '#shared/operator-sections.ts';
import styles from './Operator.module.css';
import { fetchToday, operatorFault } from './operator-calls.ts';
import { sections } from './sections.ts';
import { Today } from './Today.tsx';

/** The other sections are lazily loaded. */
const parts: Readonly<Record<OperatorSection, ComponentType>> = {
  orders: lazy(async () => ({ default: (await import('./Orders.tsx')).Orders })),
  customers: lazy(async () => ({ default: (await import('./Customers.tsx')).Customers })),
  codes: lazy(async () => ({ default: (await import('./Codes.tsx')).Codes })),
  imports: lazy(async () => ({ default: (await import('./Imports.tsx')).Imports })),
  letters: lazy(async () => ({ default: (await import('./Letters.tsx')).Letters })),
  books: lazy(async () => ({ default: (await import('./Books.tsx')).Books })),
  record: lazy(async () => ({ default: (await import('./Actions.tsx')).Actions })),
};

/** The page for a member of the operators' group; the server's first answer shows whether this person is one. */
export function OperatorDesk({ section }: { section: OperatorSection | null }) {
  const [today, reload] = useLoaded(fetchToday, operatorFault);
  const before = useRef(section);
  // Coming back from another section reloads it, because something may have been settled there.
  useEffect(() => {
    if (section === null && before.current !== null) reload();
    before.current = section;
  }, [section, reload]);

  return (
    <LoadedPart
      loaded={today}
      label="Looking at today"
      failed="This page cannot be shown"
      onRetry={reload}
      otherWay={<SignOut faultText={operatorFault}>Sign in again</SignOut>}
    >
      {(fetched) => <Desk today={fetched} section={section} />}
    </LoadedPart>
  );
}

function Desk({ today, section }: { today: OperatorToday; section: OperatorSection | null }) {
  const waiting = today.attention.length;
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
        <Today today={today} />
      )}
      <div>
        <SignOut faultText={operatorFault}>Sign Out</SignOut>
      </div>
    </Stack>
  );
}
