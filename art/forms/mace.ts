import { line, num, type Point, poly, range } from '../geometry.ts';
import { ellipse, group, type Sheet, shape, stroke } from '../sheet.ts';

interface Mace {
  /** Where its pommel stands, and the length of the whole weapon. */
  foot: Point;
  length: number;
  /** Copper gone green, from its lit to its dark side, and the glint of the glass behind it. */
  colors: readonly [lit: string, metal: string, dark: string, glint: string];
}

/** A flanged mace standing on its pommel: seven blades around a head, a bound grip, rings and a spike. */
export function mace(sheet: Sheet, { foot, length, colors }: Mace): string {
  const [lit, metal, dark, glint] = colors;
  const round = (half: number) =>
    sheet.linear(
      [-half, 0],
      [half, 0],
      [
        [0, glint],
        [0.06, lit],
        [0.3, metal],
        [0.62, dark],
        [0.9, metal],
        [1, glint],
      ],
    );
  const shaft = round(24);
  const ring = (y: number, half: number, h: number) =>
    shape(
      `M${-half} ${y}Q0 ${y + h * 0.5} ${half} ${y}V${y + h}Q0 ${y + h * 1.5} ${-half} ${y + h}Z`,
      round(half),
    ) + stroke(`M${-half} ${y}Q0 ${y + h * 0.5} ${half} ${y}`, glint, 2, { opacity: 0.8 });
  // Blades around the head, seen from the side: the outer ones flat and pierced, the middle one on edge.
  const outline = (reach: number) =>
    `M${reach * 0.14} -862C${reach * 0.42} -868 ${reach * 0.62} -850 ${reach * 0.74} -822L${reach * 0.7} -806C${reach * 0.84} -800 ${reach * 0.96} -784 ${reach * 1.04} -760L${reach * 1.02} -738L${reach * 0.82} -722C${reach * 0.86} -700 ${reach * 0.8} -672 ${reach * 0.6} -656L${reach * 0.42} -664C${reach * 0.38} -636 ${reach * 0.28} -620 ${reach * 0.14} -610`;
  const blades = [-172, 172, -112, 112, -58, 58].map((reach) => {
    const wide = Math.abs(reach);
    const plate = sheet.linear(
      [0, 0],
      [reach, 0],
      [
        [0, dark],
        [0.45, wide > 150 ? metal : dark],
        [0.86, metal],
        [1, lit],
      ],
    );
    // Two engraved lines follow the edge: a hole here would look back at whoever looks.
    const engraved = wide > 100 ? [0.9, 0.8] : [];
    return (
      shape(`${outline(reach)}Z`, plate) +
      stroke(outline(reach), dark, 6, { opacity: 0.55 }) +
      stroke(outline(reach), glint, 2.4) +
      engraved
        .map((part) =>
          group({ transform: `translate(0 ${num(-740 * (1 - part))}) scale(${part})` }, [
            stroke(outline(reach), lit, 1.8, { opacity: 0.5 }),
          ]),
        )
        .join('')
    );
  });
  blades.push(
    shape(
      poly([
        [-10, -868],
        [10, -868],
        [19, -770],
        [14, -640],
        [0, -602],
        [-14, -640],
        [-19, -770],
      ]),
      round(19),
    ),
    stroke(
      line([
        [0, -866],
        [0, -606],
      ]),
      glint,
      2.6,
    ),
  );
  const grip = range(13).map(
    (i) =>
      stroke(
        line([
          [-23, -250 + i * 17],
          [23, -238 + i * 17],
        ]),
        '#0c1716',
        6,
        { opacity: 0.75 },
      ) +
      stroke(
        line([
          [-23, -254 + i * 17],
          [23, -242 + i * 17],
        ]),
        glint,
        1.3,
        { opacity: 0.35 },
      ),
  );
  return group({ transform: `translate(${num(foot[0])} ${num(foot[1])}) scale(${length / 1000})` }, [
    shape(
      poly([
        [-22, -620],
        [22, -620],
        [24, -20],
        [-24, -20],
      ]),
      shaft,
    ),
    ...range(4).map((i) =>
      stroke(
        line([
          [-15 + i * 10, -600],
          [-15 + i * 10, -270],
        ]),
        dark,
        1.6,
        { opacity: 0.6 },
      ),
    ),
    ...grip,
    ring(-276, 34, 20),
    ring(-36, 33, 18),
    ring(-560, 36, 18),
    ring(-612, 48, 24),
    ellipse([0, -6], 40, 34, round(40)),
    stroke('M-36 -14Q0 4 36 -14', glint, 2, { opacity: 0.6 }),
    ...blades,
    ring(-884, 44, 20),
    shape(
      poly([
        [-30, -886],
        [30, -886],
        [18, -920],
        [0, -1000],
        [-18, -920],
      ]),
      round(30),
    ),
    stroke(
      line([
        [0, -998],
        [0, -890],
      ]),
      glint,
      2,
      { opacity: 0.7 },
    ),
  ]);
}
