import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { sendText } from './operator-codes.ts';

async function* pieces() {
  yield 'code\r\n';
  yield 'k3m\r\n';
}

it('A table is sent piece by piece', async () => {
  const response = new PassThrough();
  const [sent] = await Promise.all([text(response), sendText(pieces(), response)]);
  expect(sent).toBe('code\r\nk3m\r\n');
});

it('A client that goes before the first piece, or after it, is no error', async () => {
  await sendText(pieces(), new PassThrough().destroy());
  const response = new PassThrough();
  response.once('data', () => response.destroy());
  await sendText(pieces(), response);
});

it('A database that fails in the middle is', async () => {
  async function* failing() {
    yield 'code\r\n';
    throw new Error('The database failed');
  }
  await expect(sendText(failing(), new PassThrough().resume())).rejects.toThrow('The database failed');
});
