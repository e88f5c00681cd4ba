import type { Scene } from '#client/sound/scenes/scene.ts';

export const scene: Scene = {
  world: 'coc_aatt',
  title: 'A boat at its mooring',
  description:
    'You sit in a boat at its mooring, in fog. Waves fall on a pebble shore ahead of you and draw the stones back. To the left a bell on a buoy rings without a beat. Close by, on your right, a rope takes the weight of the hull, lets go, and the hull meets the fender. Gulls cry behind you, high up. And under the boat, from time to time, something very large breathes out, and the bubbles come up around you.',
  sources: [
    {
      id: 'surf',
      name: 'Surf',
      caption: 'A wave falls',
      azimuth: 8,
      distance: 7,
      peakDb: -18,
      room: 0.3,
      width: 110,
    },
    {
      id: 'buoy',
      name: 'Bell buoy',
      caption: 'The bell on the buoy',
      azimuth: -70,
      distance: 8,
      peakDb: -20,
      room: 1.2,
    },
    {
      id: 'rope',
      name: 'Rope',
      caption: 'The rope takes the weight',
      azimuth: 72,
      distance: 1.1,
      peakDb: -15.5,
      room: 0.3,
    },
    {
      id: 'gulls',
      name: 'Gulls',
      caption: 'Gulls, high up',
      azimuth: 150,
      distance: 10,
      peakDb: -25,
      elevation: 40,
      wander: { degrees: 140, seconds: 29 },
    },
    {
      id: 'below',
      name: 'Something below',
      caption: 'Something breathes out below',
      azimuth: -165,
      distance: 3,
      peakDb: -15,
      elevation: -55,
      room: 0.8,
    },
  ],
  trimDb: 5,
  // Water below, planks beside, and a shore that fog has all but taken.
  room: {
    walls: [
      { azimuth: 0, elevation: -90, metres: 0.9, reflects: 0.7, edge: 7000 },
      { azimuth: -90, elevation: -20, metres: 0.9, reflects: 0.35, edge: 2600 },
      { azimuth: 90, elevation: -20, metres: 0.9, reflects: 0.35, edge: 2600 },
      { azimuth: 0, elevation: 0, metres: 19, reflects: 0.6, edge: 1800 },
    ],
    seconds: [1.6, 1.3, 0.6],
    delay: 0.06,
    level: 0.3,
    hum: 190,
  },
  theme: { azimuth: -30, distance: 10, peakDb: -22 },
  voiceDb: -2.8,
  whisper: { azimuth: -98, distance: 0.18 },
  guided: {
    ask: {
      words:
        'You are in the boat. One rope holds you. On your left, the bell on its buoy. On your right, the shore. Something turns over, under the planks. Do you row for the bell, or for the shore?',
      moves: [
        { source: 'buoy', after: 1.5, to: { azimuth: -76, distance: 6 }, seconds: 3, from: 0.4 },
        { source: 'surf', after: 1, to: { azimuth: 80, distance: 5 }, seconds: 4 },
        { source: 'below', after: 5.6, to: { azimuth: 178, distance: 2 }, seconds: 2, from: 6.8 },
      ],
    },
    left: {
      label: 'Row for the bell',
      words:
        'You row for the bell. It rings closer, and closer, and then it does not ring. There is nothing above you now. Everything is below.',
      moves: [
        { source: 'rope', after: 0, to: { azimuth: 176, distance: 9 }, seconds: 4 },
        { source: 'buoy', after: 0.4, to: { azimuth: -6, distance: 1 }, seconds: 4.5, from: 13.5, gainDb: 2 },
        { source: 'buoy', after: 5.2, to: { azimuth: -6, distance: 1 }, seconds: 0.3, gainDb: -60 },
        { source: 'below', after: 7.4, to: { azimuth: 0, distance: 0.7 }, seconds: 5, from: 27, gainDb: 5 },
      ],
    },
    right: {
      label: 'Row for the shore',
      words:
        'You row for the shore, and the waves take you in their hands. Stones under the keel. Behind you the bell rings, once, although there is no wind.',
      moves: [
        { source: 'surf', after: 0.4, to: { azimuth: 10, distance: 1 }, seconds: 5, gainDb: -3 },
        { source: 'rope', after: 3.4, to: { azimuth: 40, distance: 0.8 }, seconds: 1, from: 2 },
        { source: 'buoy', after: 6, to: { azimuth: 180, distance: 4 }, seconds: 1, from: 13.5, gainDb: 4 },
      ],
    },
  },
};
