import type { Scene } from '../steps.ts';

/** What happens to the machine. */

export async function crashes({ world }: Scene): Promise<void> {
  world.crash('just so');
}

/** Has the site die at one of the next pauses of whatever it does: between a commit and its answer, for example. */
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
