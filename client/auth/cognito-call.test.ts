import { expect, onTestFinished, test } from 'vitest';
import { startAnsweringServer } from '#tests/support/answering-server.ts';
import { callService } from './cognito-call.ts';

test.each<[number, { json?: object; text?: string }]>([
  [500, { json: { __type: 'UnexpectedFailure', message: 'Internal' } }],
  [503, { json: { __type: 'ServiceUnavailable', message: 'ServiceUnavailable' } }],
  [500, { text: '<html>' }],
])('a failure of the service is nobody’s mistake, whatever it calls it (%d)', async (status, answer) => {
  const server = await startAnsweringServer();
  onTestFinished(() => server.close());
  server.answer(() => ({ status, ...answer }));
  const pool = { userPoolId: 'eu-north-1_Pool', clientId: 'client', endpoint: server.origin };
  await expect(callService(pool, 'SignUp', {})).rejects.toMatchObject({ code: 'InternalErrorException' });
});
