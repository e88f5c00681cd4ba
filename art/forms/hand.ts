import { curve, lerp, num, type Point, range, ribbon } from '../geometry.ts';
import { group, shape, stroke } from '../sheet.ts';

/** A finger, a thumb or a forearm: the places of its joints from the root to the tip, and how thick it is at each. */
export interface Limb {
  joints: readonly Point[];
  widths: readonly number[];
}

interface Lit {
  /** The paint of the body, and the colour of the edges that see the light. */
  fill: string;
  rim: string;
  /** Which way the light falls, and how far its edge reaches inwards, in drawing units. */
  falls: Point;
}

/** The outline of a limb with a round tip, as path data. */
export function limb({ joints, widths }: Limb): string {
  const steps = 14;
  const spans = joints.length - 1;
  const joint = (i: number): Point => joints[Math.min(Math.max(i, 0), spans)] ?? [0, 0];
  const middle = range(spans * steps + 1).map((k): Point => {
    const i = Math.min(spans - 1, Math.floor(k / steps));
    const t = k / steps - i;
    const [a, b, c, d] = [joint(i - 1), joint(i), joint(i + 1), joint(i + 2)];
    const along = (n: 0 | 1) =>
      b[n] +
      ((c[n] - a[n]) * t +
        (2 * a[n] - 5 * b[n] + 4 * c[n] - d[n]) * t ** 2 +
        (3 * b[n] - a[n] - 3 * c[n] + d[n]) * t ** 3) /
        2;
    return [along(0), along(1)];
  });
  const tip = 0.84;
  return curve(
    ribbon(middle, (t) => {
      const i = Math.min(spans - 1, Math.floor(t * spans));
      const width = lerp(widths[i] ?? 0, widths[i + 1] ?? 0, t * spans - i);
      return width * Math.sqrt(Math.max(0.02, 1 - Math.max(0, (t - tip) / (1 - tip)) ** 2));
    }),
    true,
  );
}

/**
 * Several outlines as one dark body with a bright edge where it sees the light: all of them in the light's colour first,
 * then all of them again a little further from it. Where one lies on another no edge shows.
 */
export function lit(outlines: readonly string[], { fill, rim, falls: [x, y] }: Lit): string {
  return (
    outlines.map((d) => shape(d, rim)).join('') +
    group(
      { transform: `translate(${x} ${y})` },
      outlines.map((d) => shape(d, fill)),
    )
  );
}

/** The skin over a joint: three short folds across it. @param across from the middle of the finger to its side */
export function creases([x, y]: Point, [dx, dy]: Point, color: string, width: number): string {
  return [-0.36, 0, 0.36]
    .map((off) => {
      const part = off === 0 ? 0.8 : 0.55;
      const [cx, cy] = [x + dy * off, y - dx * off];
      const [ax, ay] = [dx * part, dy * part];
      return stroke(
        `M${num(cx - ax)} ${num(cy - ay)}Q${num(cx + dy * 0.3)} ${num(cy - dx * 0.3)} ${num(cx + ax)} ${num(cy + ay)}`,
        color,
        off === 0 ? width : width * 0.7,
      );
    })
    .join('');
}
