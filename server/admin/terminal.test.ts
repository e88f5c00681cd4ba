import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { askOn, harmless } from './terminal.ts';

it('A file or a buyer cannot command the terminal: neither colours, nor a line written over, nor the other direction', () => {
  expect(harmless('line 2: \u001b[2J"\u009b31m" \u202egro.live\rDone\n')).toBe(
    'line 2: \ufffd[2J"\ufffd31m" \ufffdgro.live\ufffdDone\n',
  );
});

it('Progress writes over its own line', () => {
  expect(harmless('\rImporting 1 of 2\tÅ\n')).toBe('\rImporting 1 of 2\tÅ\n');
  expect(harmless('\r\u0007\r')).toBe('\r\ufffd\ufffd');
});

it.each([
  ['yes\r', 'yes'],
  ['\u0003', ''],
  ['\u0004', ''],
])(
  'The answer to what was typed as %j is "%s": Ctrl-C and Ctrl-D are a no, and no fault',
  async (typed, answer) => {
    const input = new PassThrough();
    const answered = askOn(input, Object.assign(new PassThrough(), { isTTY: true }), 'Go on? ');
    input.write(typed);
    expect(await answered).toBe(answer);
  },
);
