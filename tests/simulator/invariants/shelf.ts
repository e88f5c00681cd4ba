import { readUnlockedContent } from '#shared/endpoints.ts';
import { knock } from '../network.ts';
import type { Person } from '../people.ts';
import type { World } from '../world.ts';

/**
 * In the end every account holder opens the app: it shows what is unlocked, and nothing waits for their
 * address any more.
 */
export async function checkShelf(world: World, { name, address, user }: Person): Promise<void> {
  const { record, story, pool } = world;
  if (user.deletedBy !== null || record.erasures.has(user.sub)) return;
  const { idToken } = pool.signIn(user);
  const outcome = await knock(world, (ask) => ask(readUnlockedContent, { address, idToken }));
  if (outcome.kind !== 'answer') {
    story.breaks('the app: it is answered', `${name} hears ${outcome.kind}`);
    return;
  }
  const shown = outcome.value.body.data.flatMap(({ adventures }) =>
    adventures.map(({ adventureId }) => adventureId),
  );
  const { grants } = await world.look(['grants']);
  const counting = grants.filter(
    (row) => row['account_id'] === user.sub && row['revoked_at'] === null && row['withheld_at'] === null,
  );
  const owned = [...new Set(counting.map((row) => String(row['adventure_id'])))];
  if (owned.toSorted().join() !== shown.toSorted().join())
    story.breaks(
      'the app: it shows what is owned',
      `${name} owns ${owned.join()} and is shown ${shown.join()}`,
    );
  const waiting = grants.find((row) => row['account_id'] === null && row['email'] === user.email);
  if (waiting)
    story.breaks('the app: nothing waits that has an owner', `grant ${waiting['id']} waits for ${name}`);
}
