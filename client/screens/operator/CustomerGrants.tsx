import { useState } from 'react';
import type { OperatorCustomer, OperatorGrant } from '#shared/api/customers.ts';
import { givenText } from '#shared/given-words.ts';
import { adventureIds } from '#shared/unlocks.ts';
import { Choices } from './Choices.tsx';
import { ConfirmedAction } from './ConfirmedAction.tsx';
import styles from './Operator.module.css';
import { giveGrant, revokeGrant } from './operator-calls.ts';
import { Reload } from './reload.ts';
import { Section } from './Section.tsx';
import { codeText, shopMomentText } from './words.ts';

interface CustomerGrantsProps {
  customer: OperatorCustomer;
  onChanged: () => void;
}

/** A person's grants with reasons; give one without a sale, and revoke. */
export function CustomerGrants({ customer: { key, grants }, onChanged }: CustomerGrantsProps) {
  return (
    <Section id="owned" title="What they own, and why">
      {grants.length === 0 ? <p>Nothing yet.</p> : null}
      <Reload value={onChanged}>
        <ul className={styles['cards']}>
          {grants.map((grant) => (
            <li key={grant.id} className={styles['card']}>
              <Grant grant={grant} onRevoked={onChanged} />
            </li>
          ))}
        </ul>
        <Give customer={key} onGiven={onChanged} />
      </Reload>
    </Section>
  );
}

const sourceText: Readonly<Record<string, string>> = {
  purchase: 'bought with the order',
  code: 'redeemed with the code',
  import: 'brought in with',
  operator: 'given by an operator',
};

function Grant({ grant, onRevoked }: { grant: OperatorGrant; onRevoked: () => void }) {
  const { id, adventureId, accountId, source, origin, grantedAt, withheld, revoked, history } = grant;
  return (
    <>
      <h3 className={styles['name']}>
        {withheld
          ? `${adventureId} (${revoked ? 'taken away' : 'not now'}: ${codeText(withheld)})`
          : adventureId}
      </h3>
      <p>
        {`${[sourceText[source] ?? source, origin].filter(Boolean).join(' ')}, ${shopMomentText(grantedAt)}${
          accountId === null ? '; it waits for the owner of the address' : ''
        }.`}
      </p>
      <details>
        <summary>What happened to it</summary>
        <ol className={styles['history']}>
          {history.map(({ at, what, reason, actor }) => (
            <li key={`${at} ${what}`}>
              {shopMomentText(at)}: {codeText(what)} ({codeText(reason)}, {codeText(actor)})
            </li>
          ))}
        </ol>
      </details>
      <ConfirmedAction
        action="Take it away"
        about={`${adventureId}, number ${id}`}
        variant="danger"
        question={
          <p>
            It is gone for good. A gift of which all is taken is its giver’s again, to be sent to somebody
            else. What an order owes goes with the order: refund that one instead.
          </p>
        }
        confirm="Take it away"
        run={async (reason) => {
          await revokeGrant(id, { reason });
          return 'Taken away.';
        }}
        onDone={onRevoked}
        isOver={revoked}
      />
    </>
  );
}

function Give({ customer, onGiven }: { customer: string; onGiven: () => void }) {
  const [adventureId, setAdventureId] = useState('');
  const [missing, setMissing] = useState(false);
  return (
    <ConfirmedAction
      action="Give something"
      about={`to ${customer}`}
      question={
        <p>Without a sale. For an address it waits for its owner; for an account it is there at once.</p>
      }
      confirm="Give it"
      fields={
        <Choices
          legend="What to give"
          name="adventure"
          values={adventureIds}
          chosen={adventureId}
          onChange={setAdventureId}
          error={missing ? 'Choose one.' : null}
        />
      }
      check={() => {
        setMissing(adventureId === '');
        return adventureId !== '';
      }}
      run={async (reason) => {
        return givenText(await giveGrant({ customer, adventureId, reason }));
      }}
      onDone={onGiven}
    />
  );
}
