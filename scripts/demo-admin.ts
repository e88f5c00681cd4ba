import { environmentOfRunningDemo } from './demo-settings.ts';

/** `npm run demo:admin -- …`: the operator's command line on the demo's database, at the ports where it was last started. */
Object.assign(process.env, environmentOfRunningDemo(process.env));
await import('../server/admin/main.ts');
