import type { Dice } from './chance.ts';
import type { Story } from './story.ts';
import type { VirtualTime } from './virtual-time.ts';
import type { Weather } from './weather.ts';

/** What all actors of a simulation share. */
export interface Surroundings {
  time: VirtualTime;
  dice: Dice;
  weather: Weather;
  story: Story;
}

/** The true time, which all services have. */
export const clockOf =
  ({ time }: Pick<Surroundings, 'time'>) =>
  () =>
    new Date(time.now);

/** Waits for a process in virtual time, in milliseconds. For a process that is killed meanwhile the promise never settles. */
export type Pause = (ms: number) => Promise<void>;
