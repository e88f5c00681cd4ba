/** Prints what one of the parts in `shared/homes` exports, as JSON: `node print-homes.ts facts`. */
const [, , part = ''] = process.argv;
process.stdout.write(JSON.stringify(await import(`../../shared/homes/${part}.ts`)));
