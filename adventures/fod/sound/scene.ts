import type { Scene } from '#client/sound/scenes/scene.ts';

export const scene: Scene = {
  world: 'fod',
  title: 'Inside the gate',
  description:
    'You stand in the gatehouse of the fortress. Embers tick and spit close by, ahead and to your left. Behind you, to the right, heavy chains shift and settle in the draught. Wind pushes through the arrow slits on your left. Someone in boots walks on stone behind you, stops to listen, and walks on. Far ahead, beyond the inner wall, a war horn gives two slow notes.',
  sources: [
    {
      id: 'embers',
      name: 'Embers',
      caption: 'A spark jumps',
      azimuth: -38,
      distance: 1.3,
      peakDb: -9,
      room: 0.4,
    },
    {
      id: 'chains',
      name: 'Chains',
      caption: 'Chains shift and settle',
      azimuth: 122,
      distance: 3.6,
      peakDb: -15,
    },
    {
      id: 'wind',
      name: 'Wind',
      caption: 'Wind in the slits',
      azimuth: -84,
      distance: 8,
      peakDb: -24,
      room: 0.5,
    },
    {
      id: 'footsteps',
      name: 'Footsteps',
      caption: 'Boots on stone',
      azimuth: 176,
      distance: 4.2,
      peakDb: -10,
      wander: { degrees: 90, seconds: 34 },
    },
    {
      id: 'horn',
      name: 'Horn',
      caption: 'A war horn, two notes',
      azimuth: 16,
      distance: 12,
      peakDb: -29,
      room: 1.6,
    },
  ],
  trimDb: 5.4,
  // A gatehouse of dressed stone; the wall behind the arrow slits is the nearest.
  room: {
    walls: [
      { azimuth: -90, elevation: 0, metres: 3.4, reflects: 0.75, edge: 5200 },
      { azimuth: 90, elevation: 0, metres: 4.6, reflects: 0.75, edge: 5200 },
      { azimuth: 0, elevation: 0, metres: 7.5, reflects: 0.7, edge: 4600 },
      { azimuth: 180, elevation: 0, metres: 9, reflects: 0.7, edge: 4600 },
      { azimuth: 0, elevation: 90, metres: 3.6, reflects: 0.6, edge: 3800 },
      { azimuth: 0, elevation: -90, metres: 1.6, reflects: 0.65, edge: 6000 },
    ],
    seconds: [2.4, 1.9, 0.9],
    delay: 0.022,
    level: 0.5,
    hum: 150,
  },
  theme: { azimuth: 24, distance: 9, peakDb: -22 },
  voiceDb: 0.8,
  whisper: { azimuth: 112, distance: 0.2 },
  guided: {
    ask: {
      words:
        'You are inside the gate. Behind you, boots on stone. They stop when you stop. A chain hangs at your left hand. On your right, the glow of the furnace. Do you take hold of the chain, or step into the light?',
      moves: [
        { source: 'chains', after: 0, to: { azimuth: -72, distance: 2 }, seconds: 3, from: 9.4 },
        { source: 'embers', after: 0, to: { azimuth: 66, distance: 1.8 }, seconds: 3 },
        { source: 'footsteps', after: 1.5, to: { azimuth: 176, distance: 3 }, seconds: 4, from: 13.3 },
      ],
    },
    left: {
      label: 'Take hold of the chain',
      words:
        'Your hand closes on cold iron, and the whole wall answers. The boots come on, quickly. They pass you, close enough to touch. They did not see you.',
      moves: [
        {
          source: 'chains',
          after: 1.5,
          to: { azimuth: -58, distance: 0.7 },
          seconds: 1,
          from: 9.4,
          gainDb: 3,
        },
        { source: 'footsteps', after: 4.4, to: { azimuth: 100, distance: 0.9 }, seconds: 3, from: 21.4 },
        { source: 'footsteps', after: 7.4, to: { azimuth: 18, distance: 9 }, seconds: 5 },
      ],
    },
    right: {
      label: 'Step into the light',
      words:
        'You step into the light. The boots come to your shoulder, and wait. You do not turn round. Far away a horn calls, and they leave you, one step after another.',
      moves: [
        { source: 'embers', after: 0.5, to: { azimuth: 20, distance: 0.7 }, seconds: 2 },
        { source: 'footsteps', after: 2, to: { azimuth: 150, distance: 0.8 }, seconds: 3, from: 13.4 },
        { source: 'horn', after: 7.2, to: { azimuth: 10, distance: 10 }, seconds: 1, from: 8.3, gainDb: 3 },
        { source: 'footsteps', after: 9, to: { azimuth: 178, distance: 12 }, seconds: 7, from: 21.4 },
      ],
    },
  },
};
