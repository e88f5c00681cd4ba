import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedSandbox, startSandboxForTests, webhookSecret } from '#sandbox/stripe/start-for-tests.ts';
import { freePort } from '#tests/hardening/support/figures.ts';
import { compileCache } from '#tests/support/compile-cache.ts';

const entry = join(import.meta.dirname, '../../sandbox/main.ts');
const folder = mkdtempSync(join(tmpdir(), 'sandbox-process-'));
const children: ChildProcess[] = [];
afterAll(() => {
  // Still running only if a test failed.
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

function run(env: Record<string, string>): ChildProcess {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [entry], {
    env: { PATH, ...compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

describe('the sandbox as a process', () => {
  it('prints one ready line, answers, keeps its state in SANDBOX_FILE and stops cleanly on SIGTERM', async () => {
    const port = await freePort();
    const child = run({
      SANDBOX_PORT: String(port),
      SANDBOX_FILE: join(folder, 'deep', 'sandbox.sqlite'),
      STRIPE_WEBHOOK_SECRET: `${webhookSecret}, whsec_old`,
      COGNITO_USER_POOL_ID: 'eu-north-1_TestPool1',
      COGNITO_CLIENT_ID: 'testclient1web',
      COGNITO_APP_CLIENT_IDS: '',
    });
    const [ready] = await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line');
    expect(ready).toBe(`Sandbox ready at http://localhost:${port}`);
    const keys = await fetch(`http://127.0.0.1:${port}/eu-north-1_TestPool1/.well-known/jwks.json`);
    expect(await keys.json()).toMatchObject({
      keys: expect.arrayContaining([expect.objectContaining({ kty: 'RSA' })]),
    });
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain('/sandbox/stripe/events');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('says all faults of its configuration at once and exits with 1', async () => {
    const child = run({ SANDBOX_PORT: 'many', SANDBOX_WEBHOOK_URL: 'ftp://x', COGNITO_USER_POOL_ID: 'pool' });
    const said: string[] = [];
    child.stderr?.on('data', (chunk) => said.push(String(chunk)));
    expect(await once(child, 'close')).toEqual([1, null]);
    for (const name of [
      'SANDBOX_PORT',
      'SANDBOX_FILE',
      'SANDBOX_WEBHOOK_URL',
      'STRIPE_WEBHOOK_SECRET',
      'COGNITO_USER_POOL_ID',
      'COGNITO_CLIENT_ID',
    ])
      expect(said.join('')).toContain(`${name}: `);
  });
});

describe('inbox and newsletter', () => {
  let started: StartedSandbox;
  beforeAll(async () => {
    started = await startSandboxForTests();
  });
  afterAll(() => started.close());

  const signUp = (email: string) =>
    fetch(`${started.url}/newsletter-form?variant=mobile`, {
      method: 'POST',
      body: new URLSearchParams({ email }),
    });

  it('the newsletter form may stand in any frame, and confirms with a mail', async () => {
    const form = await fetch(`${started.url}/newsletter-form?variant=desktop`);
    expect(form.headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect(form.headers.get('x-frame-options')).toBeNull();
    expect(await form.text()).toContain('name="email"');
    const answer = await signUp(' Reader@Example.com ');
    expect(await answer.text()).toContain('We have sent a mail to reader@example.com.');
    expect(started.sandbox.inbox.list('reader@example.com')).toMatchObject([{ from: 'newsletter' }]);
  });

  it('the newsletter form keeps a wrong address and says what is wrong', async () => {
    const answer = await signUp('<nobody>');
    const markup = await answer.text();
    expect(answer.status).toBe(422);
    expect(markup).toContain('value="&lt;nobody&gt;"');
    expect(markup).toContain('You must enter a valid email address.');
  });

  it('the inbox is newest first, escaped, and narrowed to one address', async () => {
    for (const subject of ['First', 'Second <b>'])
      started.sandbox.inbox.deliver({
        to: 'One@example.com',
        from: 'identity',
        subject,
        text: 'Code',
        code: '123456',
      });
    started.sandbox.inbox.deliver({
      to: 'two@example.com',
      from: 'payments',
      subject: 'Third',
      text: 'Text',
    });
    const all = (await (await fetch(`${started.url}/inbox.json`)).json()) as { subject: string }[];
    expect(all.slice(0, 3).map(({ subject }) => subject)).toEqual(['Third', 'Second <b>', 'First']);
    const one = await (await fetch(`${started.url}/inbox.json?to=one@example.com`)).json();
    expect(one).toMatchObject([{ subject: 'Second <b>', code: '123456' }, { subject: 'First' }]);
    const markup = await (await fetch(`${started.url}/inbox?to=one@example.com`)).text();
    expect(markup).toContain('Second &lt;b&gt;');
    expect(markup).not.toContain('Third');
  });
});
