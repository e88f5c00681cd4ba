import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { environmentOfRunningDemo, notePorts } from './demo-settings.ts';

it('The command line finds the demo at the ports where it was last started, and wherever else it is told', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'demo-'));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }));
  expect(environmentOfRunningDemo({ DATA_DIR })).toMatchObject({ PORT: '3000', SANDBOX_PORT: '3001' });
  notePorts({ PORT: '4000', SANDBOX_PORT: '4001', SANDBOX_SMTP_PORT: '4025', HOME: '/home/anna' }, DATA_DIR);
  expect(environmentOfRunningDemo({ DATA_DIR })).toMatchObject({
    ...{ PORT: '4000', PUBLIC_URL: 'http://localhost:4000', STRIPE_API_BASE: 'http://localhost:4001' },
    SMTP_URL: 'smtp://shop:sandbox@127.0.0.1:4025',
  });
  expect(environmentOfRunningDemo({ DATA_DIR })).not.toHaveProperty('HOME');
  expect(environmentOfRunningDemo({ DATA_DIR, PORT: '5000' })).toMatchObject({ PORT: '5000' });
});
