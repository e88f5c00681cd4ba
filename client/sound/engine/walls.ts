import { sphereEars } from '../heads.ts';
import type { Place } from '../places.ts';
import { pointOf, speedOfSound, type Wall, wayByWall } from '../space.ts';
import { flightSeconds, glideSeconds } from './params.ts';
import type { WallOrder, WallShape } from './wall-answers.ts';
import worklet from './walls-worklet.ts?worker&url';

/** A sound that walls answer. */
export interface Walled {
  /** @param level how loud what comes straight from a metre away is, as a factor */
  place(place: Place, elevation: number, level: number): void;
  /** The walls answer it no more. */
  leave(): void;
}

/** The walls of a scene. */
export interface Walls {
  /** Lets the walls answer what comes from there. */
  join(from: AudioNode): Walled;
  turn(heading: number): void;
  /**
   * Resolves when the walls answer and know all they have been told. Without waiting their first answers come a moment later.
   * @throws {Error} when their code does not come
   */
  ready(): Promise<void>;
}

/**
 * How much later than its input a browser's HRTF panner sounds at the near ear, at 44,100 samples a second: half of a transform
 * of 512 samples, and 25 until its measured heads begin. Chrome, Firefox and Safari have both from one author. What a wall throws
 * back waits as long, or it would be heard too early; the tests of the walls' ways measure it.
 */
const pannerSamples = 256 + 25;

/** How many sounds can play at once: a scene's sources, its music, voices that end and begin, the raven. */
const slots = 12;

/**
 * The walls of a scene. Each sound has its own way to each wall; the direction is the wall's, shared by all. An answer is
 * told from a sound by its lateness, so its direction is only what a round head does: the far ear gets it later and duller.
 * All of it is reckoned by one worklet (wall-answers.ts).
 */
export function createWalls(context: BaseAudioContext, walls: readonly Wall[], to: AudioNode): Walls {
  const joined = new Map<number, AudioNode>();
  let next = 0;
  let node: AudioWorkletNode | undefined;
  /** What was said before anybody could hear it. */
  let unsaid: WallOrder[] = [];

  function tell(order: WallOrder): void {
    if (node) node.port.postMessage(order);
    else unsaid.push(order);
  }

  const started = begin();

  async function begin(): Promise<void> {
    if (walls.length === 0) return;
    await context.audioWorklet.addModule(worklet);
    if (context.state === 'closed') return;
    const shape: WallShape = {
      edges: walls.map(({ edge }) => edge),
      slots,
      rate: context.sampleRate,
      glideSeconds,
      flightSeconds,
    };
    node = new AudioWorkletNode(context, 'walls', {
      numberOfInputs: slots,
      outputChannelCount: [2],
      channelCount: 1,
      channelCountMode: 'explicit',
      processorOptions: shape,
    });
    node.connect(to);
    for (const [slot, from] of joined) from.connect(node, 0, slot);
    for (const order of unsaid) tell(order);
    unsaid = [];
  }

  const turn = (heading: number) =>
    tell({
      ears: walls.map(({ azimuth, elevation }) => {
        const { x } = pointOf({ azimuth, distance: 1 }, elevation, heading);
        return sphereEars(x).map(({ seconds, shadeDb }) => ({
          samples: pannerSamples + Math.round(seconds * context.sampleRate),
          shadeDb,
        }));
      }),
    });
  turn(0);

  return {
    turn,
    join(from) {
      // The one that has been free for longest: what was in it has died away.
      const slot = Array.from({ length: slots }, (_, i) => (next + i) % slots).find((i) => !joined.has(i));
      if (slot === undefined) throw new Error(`More than ${slots} sounds at once.`);
      next = slot + 1;
      joined.set(slot, from);
      if (node) from.connect(node, 0, slot);
      let fresh = true;
      return {
        place(place, elevation, level) {
          const ways = walls.map((wall) => {
            const metres = wayByWall(place, elevation, wall);
            if (metres === null) return [null, 0] as const;
            const samples = Math.round((metres / speedOfSound) * context.sampleRate);
            return [samples, (level * wall.reflects) / metres] as const;
          });
          tell({ slot, ways, fresh });
          fresh = false;
        },
        leave: () => void joined.delete(slot),
      };
    },
    async ready() {
      await started;
      if (!node) return;
      const { port } = node;
      await new Promise((told) => {
        port.addEventListener('message', told, { once: true });
        port.start();
        port.postMessage('told');
      });
    },
  };
}
