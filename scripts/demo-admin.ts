import { demoEnvironment } from './demo-settings.ts';

/** `npm run demo:admin -- …`: the operator's command line on the demo's database, with the demo's settings. */
Object.assign(process.env, demoEnvironment(process.env));
await import('../server/admin/main.ts');
