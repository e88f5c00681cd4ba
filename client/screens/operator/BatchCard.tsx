import type { OperatorCodeBatch } from '#shared/api/operator-codes.ts';
import styles from './Operator.module.css';
import { OppositeActions } from './OppositeActions.tsx';
import { fetchCodeTable, setBatchRevoked } from './operator-calls.ts';
import { saveFile } from './save-file.ts';
import { TaskButton } from './TaskButton.tsx';
import { actorText, counted, lastDayText, shopMomentText } from './words.ts';

/** A batch with what can be done with it. */
export function BatchCard({ batch, onChanged }: { batch: OperatorCodeBatch; onChanged: () => void }) {
  const { id, campaign, codes, redeemed, revoked, unlocks, mostRedemptions, expiresAt } = batch;
  const asked = { about: `codes of batch ${id}`, onDone: onChanged };
  const change = async (isRevoked: boolean, reason: string) =>
    (await setBatchRevoked(id, { revoked: isRevoked, reason })).changed;
  return (
    <>
      <h3 className={styles['name']}>
        {campaign} (batch {id})
      </h3>
      <p>
        {`${unlocks.join(', ')}. ${counted(codes, 'code')}, ${redeemed} redeemed, ${revoked} revoked${
          mostRedemptions > 1 ? `, each for ${mostRedemptions} accounts` : ''
        }${expiresAt ? `, until ${lastDayText(expiresAt)}` : ''}.`}
      </p>
      <p className={styles['dim']}>
        Made {shopMomentText(batch.createdAt)} by {actorText(batch.createdBy)}.
      </p>
      <TaskButton
        busyLabel="Fetching"
        label={`Save as CSV, batch ${id}`}
        run={async (report) => {
          const { fileName, file } = await fetchCodeTable(id);
          report(saveFile(fileName, file));
        }}
      >
        Save as CSV
      </TaskButton>
      <OppositeActions
        isDone={revoked >= codes}
        does={{
          ...asked,
          action: 'Revoke all',
          variant: 'danger',
          question: <p>No code of it can be redeemed any more. What was redeemed stays unlocked.</p>,
          confirm: `Revoke ${counted(codes, 'code')}`,
          run: async (reason) => {
            const count = await change(true, reason);
            return count === 0 ? 'All were revoked already.' : `${counted(count, 'code')} revoked.`;
          },
        }}
        undoes={{
          ...asked,
          action: 'Unrevoke all',
          question: <p>Every code of it can be redeemed again that is not used up and has not expired.</p>,
          confirm: `Unrevoke ${counted(codes, 'code')}`,
          run: async (reason) => {
            const again = await change(false, reason);
            if (again === 0) return 'None was revoked any more.';
            return `${counted(again, 'code')} ${again === 1 ? 'works' : 'work'} again.`;
          },
        }}
      />
    </>
  );
}
