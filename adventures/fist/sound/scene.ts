import type { Scene } from '#client/sound/scenes/scene.ts';

export const scene: Scene = {
  world: 'fist',
  title: 'Under the castle',
  description:
    'You stand in a passage under the castle. A pitch torch beats like cloth close to your left hand. Water falls from the vault on your right, drop after drop, each with its own clock. Ahead and to the right someone works a hoist: a pawl falls from tooth to tooth and the drum groans. Rats run behind you, from one side to the other, and say something to each other. Somewhere far to the left and below, a door opens on its hinges and falls shut.',
  sources: [
    {
      id: 'torch',
      name: 'Torch',
      caption: 'The torch beats',
      azimuth: -52,
      distance: 0.9,
      peakDb: -12,
      elevation: 25,
      room: 0.3,
    },
    {
      id: 'water',
      name: 'Water',
      caption: 'A heavy drop',
      azimuth: 88,
      distance: 2.6,
      peakDb: -17,
      room: 1.3,
    },
    {
      id: 'hoist',
      name: 'Hoist',
      caption: 'A hoist takes up its chain',
      azimuth: 34,
      distance: 6,
      peakDb: -17,
      room: 1.2,
    },
    {
      id: 'rats',
      name: 'Rats',
      caption: 'Rats run past',
      azimuth: 170,
      distance: 2.2,
      peakDb: -8,
      elevation: -30,
      room: 0.6,
      wander: { degrees: 130, seconds: 21 },
    },
    {
      id: 'door',
      name: 'Far door',
      caption: 'A door opens, and falls shut',
      azimuth: -118,
      distance: 11,
      peakDb: -13,
      elevation: -12,
      room: 1.5,
    },
  ],
  trimDb: 8.4,
  // A passage under a vault: two walls close by, the ends far off.
  room: {
    walls: [
      { azimuth: -90, elevation: 0, metres: 1.5, reflects: 0.8, edge: 4600 },
      { azimuth: 90, elevation: 0, metres: 3.1, reflects: 0.8, edge: 4600 },
      { azimuth: 0, elevation: 0, metres: 14, reflects: 0.6, edge: 3000 },
      { azimuth: 180, elevation: 0, metres: 8, reflects: 0.6, edge: 3200 },
      { azimuth: 0, elevation: 90, metres: 1.4, reflects: 0.75, edge: 4200 },
      { azimuth: 0, elevation: -90, metres: 1.6, reflects: 0.7, edge: 5200 },
    ],
    seconds: [3, 2.4, 1],
    delay: 0.014,
    level: 0.6,
    hum: 95,
  },
  theme: { azimuth: -20, distance: 8, peakDb: -22 },
  voiceDb: -12.5,
  whisper: { azimuth: 96, distance: 0.16 },
  telephone: true,
  guided: {
    ask: {
      words:
        'Your torch is the only light, and it is not a good one. The passage splits. On the left, water falls. On the right, somebody works a hoist. Do you follow the water, or go and see who is working so late?',
      moves: [
        { source: 'water', after: 0, to: { azimuth: -78, distance: 2.4 }, seconds: 3 },
        { source: 'torch', after: 0, to: { azimuth: 20, distance: 0.8 }, seconds: 3 },
        { source: 'hoist', after: 2, to: { azimuth: 74, distance: 5 }, seconds: 2, from: 3.3 },
      ],
    },
    left: {
      label: 'Follow the water',
      words:
        'You follow the water. It falls past your face, cold as a key. Small feet run over your boots and away behind you. They are running from something.',
      moves: [
        { source: 'water', after: 0.5, to: { azimuth: -14, distance: 0.7 }, seconds: 3, gainDb: 2 },
        {
          source: 'rats',
          after: 4.6,
          to: { azimuth: 10, distance: 0.8 },
          seconds: 0.5,
          from: 7.1,
          gainDb: 5,
        },
        { source: 'rats', after: 5.6, to: { azimuth: 172, distance: 4 }, seconds: 2.5 },
        { source: 'door', after: 7.6, to: { azimuth: 6, distance: 6 }, seconds: 1, from: 6.3, gainDb: 4 },
      ],
    },
    right: {
      label: 'Go to the hoist',
      words:
        'You go towards the hoist. Tooth after tooth, the chain comes up. Then nothing. Whoever held it is listening to you.',
      moves: [
        {
          source: 'hoist',
          after: 0.3,
          to: { azimuth: 12, distance: 1.4 },
          seconds: 4,
          from: 29.3,
          gainDb: 2,
        },
        { source: 'torch', after: 6, to: { azimuth: -30, distance: 0.8 }, seconds: 1, gainDb: -6 },
        { source: 'door', after: 6.2, to: { azimuth: 178, distance: 4 }, seconds: 1, from: 6.3, gainDb: 5 },
      ],
    },
  },
};
