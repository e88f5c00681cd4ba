import packageFile from '../package.json' with { type: 'json' };

/** The arguments of Node that `npm start` gives the site, for whoever starts or measures it as it runs for real. */
export const nodeArguments: readonly string[] = packageFile.scripts.start
  .split(' ')
  .filter((word) => /^--.+=/.test(word));
