/** The default duration of a story's actions and faults, in minutes. */
export const usualMinutes = 60;

/** The seeds of every test run: twelve in `npm test`, two hundred in `npm run test:all`. */
export const usualSeeds = { from: 1, to: Number(process.env['SEEDS'] ?? 12) };
