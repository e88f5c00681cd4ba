import type { Dice } from './chance.ts';
import type { Story } from './story.ts';
import type { VirtualTime } from './virtual-time.ts';
import type { Weather } from './weather.ts';

/** What everybody in a simulation shares. */
export interface Surroundings {
  time: VirtualTime;
  dice: Dice;
  weather: Weather;
  story: Story;
}

/** The right time, as all services have it. */
export const clockOf =
  ({ time }: Pick<Surroundings, 'time'>) =>
  () =>
    new Date(time.now);

/** Lets time pass for a process, in milliseconds. A process that is killed meanwhile never hears of the end of it. */
export type Pause = (ms: number) => Promise<void>;
