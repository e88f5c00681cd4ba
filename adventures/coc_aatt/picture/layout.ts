import type { Point } from '#art/geometry.ts';
import type { Frame } from '#art/sheet.ts';

export interface Layout {
  /** Where air ends. */
  water: number;
  /** End of the jetty, height of its deck, where it comes from. */
  end: number;
  deck: number;
  from: number;
  scale: number;
  /** The middle line of what lies below, and how thick it is. */
  body: readonly Point[];
  thick: number;
}

export const layouts: Readonly<Record<Frame['crop'], Layout>> = {
  cover: {
    water: 700,
    end: 720,
    deck: 596,
    from: -40,
    scale: 1.05,
    thick: 190,
    body: [
      [1340, 1420],
      [1180, 1290],
      [960, 1240],
      [700, 1290],
      [450, 1370],
      [220, 1330],
      [90, 1190],
      [150, 1050],
      [330, 985],
      [520, 960],
      [640, 905],
      [706, 836],
      [742, 780],
    ],
  },
  wide: {
    water: 480,
    end: 1640,
    deck: 404,
    from: -40,
    scale: 0.78,
    thick: 150,
    body: [
      [-120, 880],
      [160, 780],
      [460, 760],
      [760, 830],
      [1060, 880],
      [1340, 830],
      [1560, 745],
      [1820, 710],
      [2020, 760],
      [2060, 700],
      [1960, 620],
      [1800, 600],
      [1700, 560],
      [1664, 520],
    ],
  },
  tall: {
    water: 600,
    end: 740,
    deck: 506,
    from: -40,
    scale: 0.98,
    thick: 170,
    body: [
      [1340, 1220],
      [1180, 1110],
      [960, 1060],
      [700, 1100],
      [450, 1160],
      [220, 1120],
      [100, 1000],
      [170, 890],
      [340, 830],
      [530, 800],
      [650, 750],
      [724, 700],
      [758, 655],
    ],
  },
};
