import { createFilter } from './filter.ts';
import { drift, endless, type Loop, type Studio } from './loop.ts';

/** The parameters of a wind. */
interface Wind {
  seconds: number;
  /** Centre frequencies between lull and gust, in Hz. */
  from: number;
  to: number;
  /** Changes of strength per second. */
  gusts: number;
  /** 0 to 1: how quiet the lulls are. */
  lull: number;
  /** A narrow-band whistle around openings, 0 to 1. */
  whistle?: number;
  /** 0 to 1: rustling leaves and needles that follow the gusts. */
  leaves?: number;
}

const controlStep = 64;

/** Synthesises wind: two noise bands that open with the gusts, a whistling edge, leaves. */
export function wind(
  studio: Studio,
  { seconds, from, to, gusts, lull, whistle = 0, leaves = 0 }: Wind,
): Loop {
  const { rate, random } = studio;
  const weather = drift(random, seconds, gusts);
  const turbulence = drift(random, seconds, gusts * 9);
  const pitch = drift(random, seconds, gusts * 2);
  const rustle = drift(random, seconds, 11);
  const body = createFilter(rate);
  const air = createFilter(rate);
  const edge = createFilter(rate);
  const leaf = createFilter(rate, 5200, 0.6);
  const ground = createFilter(rate, 90, 0.6);
  // Air absorbs the highest frequencies; without this it sounds like radio static.
  const far = createFilter(rate, 2000, 0.6);
  let gust = 0;
  let flutter = 0;
  return endless(studio, seconds, (at, i) => {
    if (i % controlStep === 0) {
      gust = lull + (1 - lull) * weather(at) ** 1.6;
      gust *= 0.8 + 0.35 * turbulence(at);
      flutter = rustle(at) ** 2;
      body.tune(from + (to - from) * gust, 0.8);
      air.tune((from + (to - from) * gust) * 2.7, 0.7);
      far.tune(900 + 2100 * gust, 0.6);
      edge.tune(to * (0.8 + 0.5 * gust + 0.25 * pitch(at)), 28);
    }
    const noise = random.noise();
    let sum = far.low(
      ground.low(noise) * 0.5 * gust + body.band(noise) * gust + air.band(noise) * 0.3 * gust * gust,
    );
    if (whistle > 0) sum += edge.band(noise) * whistle * 3.2 * gust * gust * gust;
    if (leaves > 0) sum += leaf.band(random.noise()) * leaves * flutter * gust * gust;
    return sum;
  });
}
