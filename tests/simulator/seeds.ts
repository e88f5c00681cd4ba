/** How long people and troubles are about in a story, in minutes, unless it is told otherwise. */
export const usualMinutes = 60;

/** Stories that are played in every test run: twelve in `npm test`, two hundred in `npm run test:all`. */
export const usualSeeds = { from: 1, to: Number(process.env['SEEDS'] ?? 12) };
