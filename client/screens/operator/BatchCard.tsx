import type { OperatorCodeBatch } from '#shared/api/operator-codes.ts';
import { ConfirmedAction } from './ConfirmedAction.tsx';
import styles from './Operator.module.css';
import { fetchCodeTable, setBatchRevoked } from './operator-calls.ts';
import { saveFile } from './save-file.ts';
import { TaskButton } from './TaskButton.tsx';
import { actorText, counted, lastDayText, shopMomentText } from './words.ts';

/** A batch with what can be done with it. */
export function BatchCard({ batch, onChanged }: { batch: OperatorCodeBatch; onChanged: () => void }) {
  const { id, campaign, codes, redeemed, revoked, unlocks, mostRedemptions, expiresAt } = batch;
  const revoke = revoked < codes;
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
        run={async () => {
          const { fileName, file } = await fetchCodeTable(id);
          saveFile(fileName, file);
        }}
      >
        Save as CSV
      </TaskButton>
      <ConfirmedAction
        action={revoke ? 'Revoke all' : 'Unrevoke all'}
        about={`codes of batch ${id}`}
        variant={revoke ? 'danger' : 'quiet'}
        question={
          <p>
            {revoke
              ? 'No code of it can be redeemed any more. What was redeemed stays unlocked.'
              : 'Every code of it can be redeemed again that is not used up and has not expired.'}
          </p>
        }
        confirm={`${revoke ? 'Revoke' : 'Unrevoke'} ${counted(codes, 'code')}`}
        run={async (reason) => {
          const { changed } = await setBatchRevoked(id, { revoked: revoke, reason });
          return `${counted(changed, 'code')} ${revoke ? 'revoked' : 'work again'}.`;
        }}
        onDone={onChanged}
      />
    </>
  );
}
