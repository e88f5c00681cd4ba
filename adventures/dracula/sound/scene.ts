import type { Scene } from '#client/sound/scenes/scene.ts';

export const scene: Scene = {
  world: 'dracula',
  title: 'The mountain road',
  description:
    'You stand at an open window above a mountain road at night. Wind moves through firs in front of you. Far on the left, across the valley, a wolf howls and others join it. On the right a coach with two horses comes closer, iron wheels on stone, harness bells, and is gone again. Ahead, from the village below, a church bell counts slowly to seven. Close behind you a curtain moves that nobody touched, and something opens its wings.',
  sources: [
    {
      id: 'wind',
      name: 'Night wind',
      caption: 'Wind in the firs',
      azimuth: -24,
      distance: 8,
      peakDb: -23,
      room: 0.4,
      wander: { degrees: 60, seconds: 53 },
    },
    {
      id: 'wolves',
      name: 'Wolves',
      caption: 'A wolf howls across the valley',
      azimuth: -98,
      distance: 12,
      peakDb: -34,
      room: 2,
    },
    {
      id: 'carriage',
      name: 'Coach',
      caption: 'A coach on the road',
      azimuth: 82,
      distance: 5,
      peakDb: -12,
      // At a trot past the window, five metres from it; what is further away than the stage is in its sound.
      road: {
        from: { azimuth: 16.6, distance: 12 },
        to: { azimuth: 147.4, distance: 12 },
        seconds: 7,
        starts: [6, 28],
      },
    },
    {
      id: 'bell',
      name: 'Church bell',
      caption: 'A stroke of the church bell',
      azimuth: 26,
      distance: 11,
      peakDb: -25,
      elevation: -15,
      room: 1.5,
    },
    {
      id: 'wings',
      name: 'Wings',
      caption: 'Cloth moves. Or wings',
      azimuth: 166,
      distance: 1.1,
      peakDb: -10,
      elevation: 12,
      room: 0.4,
    },
  ],
  trimDb: 7.6,
  // A window: the room behind, its frame beside, and a rock face on the other side of the valley.
  room: {
    walls: [
      { azimuth: 180, elevation: 0, metres: 3.6, reflects: 0.55, edge: 3600 },
      { azimuth: -90, elevation: 0, metres: 0.8, reflects: 0.3, edge: 3800 },
      { azimuth: 90, elevation: 0, metres: 0.8, reflects: 0.3, edge: 3800 },
      { azimuth: 0, elevation: -90, metres: 1.6, reflects: 0.4, edge: 2800 },
      { azimuth: -40, elevation: 0, metres: 62, reflects: 0.9, edge: 2200 },
    ],
    seconds: [2.2, 2, 0.9],
    delay: 0.07,
    level: 0.4,
    hum: 210,
  },
  theme: { azimuth: 150, distance: 3.4, peakDb: -22 },
  voiceDb: 3.6,
  whisper: { azimuth: -128, distance: 0.18 },
  guided: {
    ask: {
      words:
        'The coach has stopped on the mountain road. The driver does not turn round. Wolves, on your left. On your right, a church bell counts. Do you stay in the coach with the wolves beside it, or get down and walk to the bell?',
      moves: [
        { source: 'carriage', after: 0, to: { azimuth: 170, distance: 6 }, seconds: 1, gainDb: -60 },
        { source: 'wolves', after: 4.2, to: { azimuth: -82, distance: 8 }, seconds: 2, from: 4.8 },
        { source: 'bell', after: 6.4, to: { azimuth: 78, distance: 8 }, seconds: 1, from: 2.8 },
      ],
    },
    left: {
      label: 'Stay in the coach',
      words:
        'You stay. The horses go on without being told. Beside you the wolves keep pace, politely, all the way to the gate.',
      moves: [
        { source: 'carriage', after: 0.8, to: { azimuth: 0, distance: 1.6 }, seconds: 3, from: 5, gainDb: 0 },
        {
          source: 'wolves',
          after: 4,
          to: { azimuth: -92, distance: 2.4 },
          seconds: 4,
          from: 19.2,
          gainDb: 4,
        },
      ],
    },
    right: {
      label: 'Walk to the bell',
      words:
        'You walk. The bell strikes, and strikes, and comes no nearer. Behind you, something folds its wings.',
      moves: [
        { source: 'bell', after: 0.8, to: { azimuth: 4, distance: 7 }, seconds: 3, from: 7.4, gainDb: 3 },
        {
          source: 'wings',
          after: 6.2,
          to: { azimuth: 176, distance: 0.7 },
          seconds: 0.5,
          from: 11.4,
          gainDb: 5,
        },
      ],
    },
  },
};
