import type { Scene } from '#client/sound/scenes/scene.ts';

export const scene: Scene = {
  world: 'maceandmagic',
  title: "The court of Vemhir's Castle",
  description:
    "You stand in the inner court of Vemhir's Castle. Glass chimes hang ahead and to your right, above your head, and touch when the breeze turns. On your left a smith shapes the head of a mace: two blows, two small ones to let the hammer rest, a pause to look, and once the hiss of the water. Close on your right someone turns the leaves of a book and writes. Wind goes round the court behind you, in one tree. Through the wall behind you, to the left, many people talk, and none of them laughs.",
  sources: [
    {
      id: 'chimes',
      name: 'Chimes',
      caption: 'Glass touches glass',
      azimuth: 30,
      distance: 2.6,
      peakDb: -20,
      elevation: 35,
    },
    {
      id: 'anvil',
      name: 'Anvil',
      caption: 'A hammer on an anvil',
      azimuth: -66,
      distance: 5,
      peakDb: -11,
      room: 1.2,
    },
    {
      id: 'pages',
      name: 'Book',
      caption: 'A leaf is turned',
      azimuth: 96,
      distance: 1,
      peakDb: -14,
      room: 0.4,
    },
    {
      id: 'wind',
      name: 'Wind',
      caption: 'Wind in a tree',
      azimuth: 160,
      distance: 8,
      peakDb: -22,
      room: 0.5,
      wander: { degrees: 100, seconds: 47 },
    },
    {
      id: 'murmur',
      name: 'Voices',
      caption: 'Voices through a wall',
      azimuth: -138,
      distance: 7,
      peakDb: -28,
      room: 1.2,
    },
  ],
  trimDb: 4.4,
  // A court open to the sky, four house walls round it.
  room: {
    walls: [
      { azimuth: -90, elevation: 0, metres: 6.5, reflects: 0.65, edge: 6500 },
      { azimuth: 90, elevation: 0, metres: 4.5, reflects: 0.65, edge: 6500 },
      { azimuth: 0, elevation: 0, metres: 9, reflects: 0.6, edge: 6000 },
      { azimuth: 180, elevation: 0, metres: 10, reflects: 0.6, edge: 6000 },
      { azimuth: 0, elevation: -90, metres: 1.6, reflects: 0.6, edge: 5000 },
    ],
    seconds: [1, 1.1, 0.7],
    delay: 0.034,
    level: 0.4,
    hum: 260,
  },
  theme: { azimuth: 8, distance: 7, peakDb: -22 },
  voiceDb: 2,
  whisper: { azimuth: 100, distance: 0.25 },
  guided: {
    ask: {
      words:
        'You are in the court with a mace that you borrowed. On your left, the smith. On your right, a scholar turns a leaf and pretends not to see you. Whom do you ask for advice?',
      moves: [
        { source: 'anvil', after: 0, to: { azimuth: -74, distance: 3 }, seconds: 2, from: 12.8 },
        { source: 'pages', after: 3.5, to: { azimuth: 76, distance: 1.2 }, seconds: 2, from: 5.1 },
        { source: 'chimes', after: 0, to: { azimuth: 8, distance: 3 }, seconds: 3 },
      ],
    },
    left: {
      label: 'Ask the smith',
      words:
        'The smith looks at the mace, and at you, and hits it. Once. Twice. It rings like glass. You are almost sure that it should not.',
      moves: [
        { source: 'anvil', after: 2.6, to: { azimuth: -30, distance: 1.2 }, seconds: 0.5, from: 1.8 },
        { source: 'anvil', after: 4.6, to: { azimuth: -60, distance: 5 }, seconds: 2, gainDb: -14 },
        { source: 'chimes', after: 4.8, to: { azimuth: -20, distance: 0.9 }, seconds: 1, from: 7, gainDb: 4 },
      ],
    },
    right: {
      label: 'Ask the scholar',
      words:
        'The scholar turns a leaf. Then one more. You are in here, the scholar says, in chapter nine. It is a short chapter.',
      moves: [
        {
          source: 'pages',
          after: 0.6,
          to: { azimuth: 38, distance: 0.7 },
          seconds: 1,
          from: 11.9,
          gainDb: 3,
        },
        { source: 'murmur', after: 4, to: { azimuth: 178, distance: 3 }, seconds: 4, gainDb: 4 },
        { source: 'murmur', after: 9, to: { azimuth: 178, distance: 11 }, seconds: 1.5, gainDb: -24 },
      ],
    },
  },
};
