import type { Scene } from '../steps.ts';

/** What happens to the machine. */

export async function crashes({ world }: Scene): Promise<void> {
  world.crash('just so');
}

/** Kills the site at one of its next pauses, for example between a commit and its answer. */
export async function crashesInside({ world, among }: Scene): Promise<void> {
  if (world.site) world.doom(world.site.owner, among(25));
}

export async function deploys({ world }: Scene): Promise<void> {
  await world.deploy();
}

/** The machine is suspended, for a moment or for days. */
export async function standsStill({ world, pick, among }: Scene): Promise<void> {
  const hours = pick([1, 30, 24 * 5, 24 * 16]) ?? 1;
  world.story.tell(`everything stands still for ${hours} hours`);
  world.time.leap(hours * 3_600_000 + among(1000));
}

/** The site makes a backup. */
export async function backsUp({ world }: Scene): Promise<void> {
  const { database, time, story } = world;
  const putBack = database.keep?.();
  if (!putBack) return;
  world.backup = { at: time.now, putBack };
  story.tell('a backup is made');
}

/** The disk is lost and the newest backup restored: newer facts that Stripe does not have are lost. */
export const losesDisk = (scene: Scene) => restores(scene, 'the disk is lost', false);

/** An operator restores the newest backup: as with a lost disk, but newer deletions are kept. */
export const goesBack = (scene: Scene) => restores(scene, 'the operator goes back', true);

async function restores({ world }: Scene, why: string, isKept: boolean): Promise<void> {
  const { backup, story, time } = world;
  if (!backup) return;
  const secondsAgo = Math.round((time.now - backup.at) / 1000);
  story.tell(`${why}, and the backup of ${secondsAgo} s ago is restored`);
  await world.restore(isKept);
}
