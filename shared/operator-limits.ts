// Limits of the operator's calls, which the server keeps and the page names.

/** The longest texts that are typed, in characters: what is looked for, and why something is done. */
export const textLimits = { search: 300, reason: 1000 } as const;

/** The longest campaign name, the longest code, most codes in a batch, and most accounts that may share one. */
export const codeLimits = { campaign: 100, code: 200, batch: 100_000, redemptions: 1_000_000 } as const;

/** Sizes in bytes. Larger files need the command line. */
export const importLimits = {
  /** The longest name of a file, in characters. */
  name: 200,
  file: 380_000,
  /** Of the request, which has the file in base64. */
  body: 512 * 1024,
} as const;

/** How many of the newest actions are listed, usually and at most. */
export const actionLimits = { usual: 50, most: 500 } as const;
