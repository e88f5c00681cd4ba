import { num, type Point, range } from '../geometry.ts';
import { element, group } from '../sheet.ts';

/** A hanging chain, seen link by link: every other link edge on. @param sag how far its middle hangs */
export function chain(
  from: Point,
  to: Point,
  sag: number,
  links: number,
  color: string,
  rim: string,
): string {
  const near = 1.9;
  const parts = range(links).map((i) => {
    // Links grow towards the second end, which is the nearer one.
    const t = (i / (links - 1)) ** near;
    const u = t;
    const x = from[0] + (to[0] - from[0]) * u;
    const y = from[1] + (to[1] - from[1]) * u + Math.sin(Math.PI * u) * sag;
    const slope = Math.atan2(to[1] - from[1] + Math.cos(Math.PI * u) * Math.PI * sag, to[0] - from[0]);
    const next = ((i + 1) / (links - 1)) ** near;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) * (next - t) * 1.35 + 2;
    const flat = i % 2 === 0;
    const height = length * (flat ? 0.5 : 0.16);
    const ring = { cx: 0, cy: 0, rx: length / 2, ry: height / 2, fill: flat ? 'none' : color };
    return (
      group({ transform: `translate(${num(x)} ${num(y)}) rotate(${num((slope * 180) / Math.PI)})` }, [
        element('ellipse', { ...ring, stroke: color, 'stroke-width': length * 0.17 }),
      ]) + element('circle', { cx: x, cy: y - height * 0.4, r: Math.max(0.6, length * 0.05), fill: rim })
    );
  });
  return group({}, parts);
}
