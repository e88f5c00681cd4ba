import { checkHomes } from './check/check-homes.ts';

/** Part of `npm run check`: says what is missing in the homes of `adventures/`, by file and field. */
const faults = await checkHomes();
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
