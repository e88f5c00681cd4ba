import type { Point } from '#art/geometry.ts';
import { ellipse, group, type Sheet, shape, stroke } from '#art/sheet.ts';

/** The host: a tall man in a cloak with a high collar, its lining garnet. Against the window he has no face. */
export function host([x, y]: Point, size: number): string {
  const s = size / 100;
  return group({ transform: `translate(${x} ${y}) scale(${s})` }, [
    shape(
      'M-8 -84C-16 -78 -20 -66 -22 -48C-24 -28 -28 -12 -32 0H32C28 -12 24 -28 22 -48C20 -66 16 -78 8 -84Z',
      '#05070c',
    ),
    // The lining shows where the cloak falls open.
    shape('M-3 -80L-11 0H11L3 -80Z', '#7a1a30'),
    shape('M-3 -78L-7 0H7L3 -78Z', '#05070c'),
    shape(
      'M-16 -76C-19 -90 -17 -98 -13 -104C-8 -94 -4 -88 0 -82C4 -88 8 -94 13 -104C17 -98 19 -90 16 -76C8 -70 -8 -70 -16 -76Z',
      '#05070c',
    ),
    stroke('M-11 -98C-8 -91 -4 -86 0 -80C4 -86 8 -91 11 -98', '#a0243a', 1.6),
    ellipse([0, -94], 6.4, 8.4, '#05070c'),
    stroke('M-6 -97C-6 -104 6 -104 6 -97', '#dfe8f4', 1.2),
    stroke(
      'M-15 -100C-19 -92 -19 -84 -17 -77C-21 -66 -24 -44 -31 -2M15 -100C19 -92 19 -84 17 -77C21 -66 24 -44 31 -2',
      '#dfe8f4',
      1.3,
    ),
  ]);
}

/**
 * The guest, from behind and below the stair, the moon above to the left: a long coat, a collar, short hair; the hat hangs
 * from the left hand, the bag from the right. One outline, and one lit side.
 * @param size his height in drawing units
 */
export function guest(sheet: Sheet, [x, y]: Point, size: number): string {
  const s = size / 100;
  const coat = '#05080d';
  const rim = '#dfe8f4';
  const cloth = sheet.linear(
    [-22, -70],
    [20, -50],
    [
      [0, '#2a3548'],
      [0.35, '#10161f'],
      [1, coat],
    ],
  );
  return group({ transform: `translate(${x} ${y}) scale(${s * 0.86} ${s})` }, [
    ellipse([4, 0], 27, 3.4, '#020306', { opacity: 0.85 }),
    // Legs and shoes, a little apart.
    shape('M-10 -30L-9 -5C-12 -4 -13 -1 -12 1H-2L-1 -30ZM1 -30L2 1H12C13 -1 12 -4 9 -5L10 -30Z', coat),
    // The hat in his hand, its crown down, and the bag.
    shape('M-37 -33L-35 -20C-34 -16 -22 -15 -20 -19L-19 -31Z', '#0b1018'),
    shape('M-43 -31C-42 -37 -15 -38 -13 -33C-14 -27 -42 -25 -43 -31Z', '#1c2637'),
    stroke('M-43 -31C-42 -37 -15 -38 -13 -33C-14 -27 -42 -25 -43 -31Z', rim, 1.1),
    stroke('M-36 -28L-35 -20C-34 -16.5 -30 -15.5 -26 -16', rim, 1.1),
    shape(
      'M15 -32H39C41 -32 42 -31 42 -29L43 -10C43 -8 42 -7 40 -7H14C12 -7 11 -8 11 -10L12 -29C12 -31 13 -32 15 -32Z',
      coat,
    ),
    stroke('M20 -32Q21 -38 27 -38Q33 -38 34 -32', coat, 2.4),
    stroke('M12 -29C12 -31 13 -32 15 -32H39M12 -20H42', rim, 0.9, { opacity: 0.8 }),
    // Both arms: upper arm, elbow, sleeve and hand, without a gap to the coat.
    shape(
      'M-13 -78C-20 -73 -24 -60 -25 -49C-25.5 -44 -25 -40 -24 -37L-17 -37C-16 -43 -14 -50 -11 -58Z',
      cloth,
    ),
    ellipse([-21, -35.5], 3.4, 3.6, coat),
    shape('M13 -78C20 -73 24 -61 25.5 -50C26 -45 27 -42 27.6 -40L21 -38C18 -44 14 -50 11 -58Z', coat),
    ellipse([25, -38], 3.4, 3.4, coat),
    // The coat from the neck over sloping shoulders to the hem, with a slit.
    shape(
      'M-4.6 -86C-8 -82 -15 -80 -17 -72C-17 -58 -14 -50 -15 -42C-17 -32 -19 -24 -20 -17C-13 -14 -7 -13 -1 -14L0 -34L1 -14C7 -13 13 -14 20 -17C19 -24 17 -32 15 -42C14 -50 17 -58 17 -72C15 -80 8 -82 4.6 -86Z',
      cloth,
    ),
    // Neck, hair and ears; the collar closes over the neck.
    shape('M-4.4 -92H4.4L5.4 -80H-5.4Z', '#3b4860'),
    shape('M0.5 -92H4.4L5.4 -80H0.5Z', '#161e2c'),
    shape(
      'M-6.6 -95C-7.4 -102 -4 -106.5 0.4 -106.5C5 -106.5 8 -102 7 -95C8.2 -95 8 -91.4 6.4 -91.2C5.8 -89.4 4.6 -88.4 3.4 -88.2C1 -87.4 -1 -87.4 -3.4 -88.2C-4.6 -88.4 -5.6 -89.4 -6.2 -91.2C-7.8 -91.4 -7.8 -95 -6.6 -95Z',
      coat,
    ),
    shape(
      'M-10 -76C-10 -82 -8 -84.6 -5.6 -85C-2 -83 2 -83 5.6 -85C8 -84.6 10 -82 10 -76C4 -73.6 -4 -73.6 -10 -76Z',
      coat,
    ),
    stroke('M-10 -77C-10 -82 -8 -84.6 -5.6 -85C-2 -83 2 -83 5.6 -85', rim, 1, { opacity: 0.8 }),
    // The side that the moon sees.
    stroke(
      'M-6.8 -95C-7.4 -101.6 -4.6 -105.8 -0.6 -106.5M-6.2 -91.2C-7.6 -91.6 -7.8 -94.4 -6.8 -95',
      rim,
      1.2,
    ),
    stroke('M-9.4 -81.5C-16 -79 -20 -73 -22.6 -62C-24.4 -54 -25.4 -46 -24.4 -38', rim, 1.4),
    stroke('M-16 -40C-18 -30 -19.4 -24 -20 -17.5M-10 -28L-9.4 -6', rim, 1, { opacity: 0.7 }),
    stroke('M9 -81.5C13 -80 15.6 -78 17.6 -74', rim, 1, { opacity: 0.5 }),
    stroke('M0 -76V-34M-11 -56C-9 -48 -10 -40 -11 -30M10 -56C9 -48 10 -40 11 -30', '#000', 0.9, {
      opacity: 0.7,
    }),
  ]);
}
