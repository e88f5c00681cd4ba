import { line, range } from '../geometry.ts';
import { ellipse, rect, type Sheet, shape, stroke } from '../sheet.ts';

const ember = '#ff9a5c';

/** A microphone upside down in its web of rubber, and the gauze before it. */
export function microphone(sheet: Sheet): string[] {
  const [x, y] = [316, 640];
  const shell = sheet.linear(
    [x - 70, 0],
    [x + 70, 0],
    [
      [0, '#0a1012'],
      [0.45, '#2b3132'],
      [0.75, '#5d4a3c'],
      [1, '#1a1613'],
    ],
  );
  return [
    stroke(`M-40 236L${x - 8} ${y - 130}`, '#05090a', 30),
    stroke(`M-40 226L${x - 10} ${y - 142}`, ember, 2.4, { opacity: 0.4 }),
    rect({ x: x - 26, y: y - 164, width: 52, height: 80 }, '#05090a', { rx: 10 }),
    // Body, collar and basket.
    rect({ x: x - 62, y: y - 96, width: 124, height: 190 }, shell, { rx: 16 }),
    stroke(`M${x - 60} ${y + 70}H${x + 60}M${x - 60} ${y + 84}H${x + 60}`, '#04080a', 5),
    shape(
      `M${x - 66} ${y + 94}H${x + 66}V${y + 210}C${x + 66} ${y + 274} ${x - 66} ${y + 274} ${x - 66} ${y + 210}Z`,
      shell,
    ),
    ...range(11).map((i) =>
      stroke(`M${x - 62 + i * 12.4} ${y + 98}V${y + 244}`, '#04080a', 2.6, { opacity: 0.8 }),
    ),
    ...range(11).map((i) =>
      stroke(`M${x - 64} ${y + 106 + i * 13}H${x + 64}`, '#04080a', 2.6, { opacity: 0.8 }),
    ),
    stroke(
      `M${x + 66} ${y + 100}V${y + 210}C${x + 66} ${y + 246} ${x + 36} ${y + 258} ${x} ${y + 258}`,
      ember,
      4.5,
      { opacity: 0.9 },
    ),
    stroke(`M${x + 62} ${y - 84}V${y + 88}`, ember, 3, { opacity: 0.6 }),
    // The web that holds it.
    ellipse([x, y - 30], 122, 34, 'none', { stroke: '#05090a', 'stroke-width': 13 }),
    ellipse([x, y + 50], 122, 34, 'none', { stroke: '#05090a', 'stroke-width': 13 }),
    stroke(`M${x - 122} ${y - 30}V${y + 50}M${x + 122} ${y - 30}V${y + 50}`, '#05090a', 11),
    stroke(
      `M${x + 34} ${y + 2}C${x + 80} ${y - 2} ${x + 116} ${y - 12} ${x + 121} ${y - 26}M${x + 34} ${y + 82}C${x + 80} ${y + 78} ${x + 116} ${y + 68} ${x + 121} ${y + 54}`,
      ember,
      3,
      { opacity: 0.75 },
    ),
    ...[-1, 1].map((side) =>
      stroke(
        line([
          [x + side * 118, y - 36],
          [x + side * 60, y + 60],
        ]),
        '#04080a',
        4,
      ),
    ),
    // The gauze, seen from its edge.
    stroke('M452 960C452 1010 420 1040 370 1020C340 1004 334 960 336 930', '#05090a', 9),
    ellipse([456, 826], 30, 132, '#0a1214', { opacity: 0.55 }),
    ellipse([456, 826], 30, 132, 'none', { stroke: '#11191b', 'stroke-width': 12 }),
    stroke('M456 694C474 700 486 770 486 826C486 892 474 952 456 958', ember, 3.4, { opacity: 0.85 }),
  ];
}
