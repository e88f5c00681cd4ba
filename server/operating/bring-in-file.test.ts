import { describe, expect, it } from 'vitest';
import type { ImportKind } from '#shared/api/imports.ts';
import { openDesk } from '#tests/support/operators-desk.ts';
import { bringIn, readImportFile } from './bring-in-file.ts';

const now = new Date('2025-06-01T12:00:00Z');

interface Said {
  columns?: string[];
  rewards?: string[];
  paidStates?: string[];
  kind?: ImportKind;
}

/** Reads a file of these bytes. */
function read(bytes: Buffer | string, { kind = 'backers', ...said }: Said = {}) {
  const file = { name: 'list.csv', bytes: Buffer.from(bytes) };
  return readImportFile(kind, file, { columns: [], rewards: [], paidStates: [], ...said }, now);
}
const emails = (bytes: Buffer | string, said?: Said) => read(bytes, said).entries.map(({ email }) => email);
const refusal = (detail: string) => expect.objectContaining({ code: 'invalid_request', message: detail });

describe('A file of backers', () => {
  it('is read whole: its entries, who has not paid, and lines that cannot be used, in the order of the file', () => {
    const file = read(
      [
        'Email,Reward,Pledged Status',
        'a@example.com,fod,Collected',
        'b@example.com,fod,Dropped',
        'nobody,fod,collected',
        'c@example.com,fod,Whatever',
        'd@example.com,fod',
        'e@example.com,Hero,collected',
        'f@example.com,fist,',
      ].join('\n'),
      { rewards: ['Hero=fod+fist'] },
    );
    expect(file).toMatchObject({ name: 'list.csv', kind: 'backers', encoding: 'UTF-8' });
    expect(file.entries.map(({ key: _, ...entry }) => entry)).toEqual([
      { email: 'a@example.com', adventureIds: ['fod'], grantedAt: now },
      { email: 'e@example.com', adventureIds: ['fod', 'fist'], grantedAt: now },
    ]);
    expect(file.unpaid).toEqual([{ line: 3, reason: 'the pledge is "Dropped", not paid' }]);
    expect(file.faults).toEqual([
      { line: 4, reason: '"nobody" is no e-mail address' },
      {
        line: 5,
        reason:
          'unknown state of a pledge "Whatever": say --paid-state "Whatever", or name it on the operator\'s page, if it means that it was paid',
      },
      { line: 6, reason: 'it has more or fewer cells than the first line' },
      { line: 8, reason: 'there is no state of the pledge' },
    ]);
  });

  it.each([
    ...['collected', 'paid', 'successful', 'complete', 'completed', 'charged', 'fulfilled', ' PAID '],
    ...['in progress', 'In Progress'],
  ])(
    'unlocks what was pledged with the state "%s", by the names of crowdfunding sites and what the operator says',
    (state) => {
      const file = read(`email;reward;pledge status\na@example.com;fod;${state}`, {
        paidStates: ['IN PROGRESS'],
      });
      expect(file.entries).toHaveLength(1);
    },
  );

  it.each([
    ...['dropped', 'errored', 'failed', 'canceled', 'cancelled', 'refunded', 'unpaid', 'pending', 'declined'],
    ...['charge failed', 'payment failed', 'errored pledge', 'not paid', 'chargeback', ' Dropped '],
  ])('unlocks nothing for a pledge that is "%s"', (state) => {
    const file = read(`email,reward,pledged status\na@example.com,fod,${state}`);
    expect(file).toMatchObject({ entries: [], faults: [] });
    expect(file.unpaid).toEqual([{ line: 2, reason: `the pledge is "${state.trim()}", not paid` }]);
  });

  it('that says nothing of states has only paid ones', () => {
    expect(emails('email,reward\na@example.com,fod')).toEqual(['a@example.com']);
  });
});

describe('A file of old purchases', () => {
  it('asks for no state of a pledge, and knows the headings of other shops', () => {
    const file = read('Billing Email,SKU,Pledge Status\na@example.com,fod,dropped', { kind: 'purchases' });
    expect(file.entries.map(({ email, adventureIds }) => [email, adventureIds])).toEqual([
      ['a@example.com', ['fod']],
    ]);
    expect(file).toMatchObject({ kind: 'purchases', unpaid: [], faults: [] });
  });

  it.each(['email', 'e-mail', 'email address', 'billing email'])('names the address "%s"', (heading) => {
    expect(emails(`${heading},product\na@example.com,fod`, { kind: 'purchases' })).toHaveLength(1);
  });

  it.each(['product', 'product id', 'sku'])('names the product "%s"', (heading) => {
    expect(emails(`email,${heading}\na@example.com,fod`, { kind: 'purchases' })).toHaveLength(1);
  });
});

describe('The columns', () => {
  it.each(['email', 'e-mail', 'backer email', 'email address', 'e-mail address'])(
    'of addresses may be "%s"',
    (heading) => {
      expect(emails(`${heading.toUpperCase()},reward\na@example.com,fod`)).toEqual(['a@example.com']);
    },
  );

  it.each(['reward', 'reward title', 'pledge level', 'reward tier', 'pledge title'])(
    'of rewards may be "%s"',
    (heading) => {
      expect(emails(`email,${heading}\na@example.com,fod`)).toEqual(['a@example.com']);
    },
  );

  it('are those that the operator names, before any other of the same name', () => {
    const text = 'Email,Contact,Reward,Prize\nx@example.com,a@example.com,Mug,fod';
    const columns = ['email=contact', ' Reward = PRIZE '];
    expect(read(text, { columns })).toMatchObject({ entries: [{ email: 'a@example.com' }], faults: [] });
    expect(
      emails('contact,email,reward\na@example.com,x@example.com,fod', { columns: ['email=contact'] }),
    ).toEqual(['a@example.com']);
    expect(emails('reward,email,reward title\nfist,a@example.com,Mug')).toEqual(['a@example.com']);
  });

  it.each(['email', '=Contact', 'email=', 'address=Contact', 'email= '])(
    'cannot be named as "%s", and it is said how',
    (definition) => {
      expect(() => read('email,reward', { columns: [definition] })).toThrow(
        refusal(
          `Write a column as NAME=HEADING, with a name out of email, reward, state, not "${definition}".`,
        ),
      );
    },
  );

  it('that are not there are told, with those that are', () => {
    expect(() => read('email,reward', { columns: ['email=Contact'] })).toThrow(
      refusal('There is no column "contact"; the first line names email, reward.'),
    );
    expect(() => read('Name;Prize\na;b')).toThrow(
      refusal(
        'list.csv has no column email and no column reward; its first line names name, prize. --column says which one is meant.',
      ),
    );
    expect(() => read('')).toThrow(
      refusal(
        'list.csv has no column email and no column reward; its first line names nothing. --column says which one is meant.',
      ),
    );
  });
});

describe('The text of a file', () => {
  const text = 'email,reward\na@example.com,zoë\n';
  it.each([
    ['UTF-8', Buffer.from(text), 'UTF-8'],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`), 'UTF-8'],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le'), 'UTF-16'],
    ['UTF-16 without one', Buffer.from(text, 'utf16le'), 'UTF-16'],
    ['UTF-16 of the other order', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(), 'UTF-16'],
    ['the same without a mark', Buffer.from(text, 'utf16le').swap16(), 'UTF-16'],
    ['Windows-1252', Buffer.from(text, 'latin1'), 'Windows-1252'],
  ])('may be %s', (_name, bytes, encoding) => {
    const file = read(bytes);
    expect(file.encoding).toBe(encoding);
    expect(file.faults).toEqual([{ line: 2, reason: 'unknown reward "zoë"' }]);
  });

  it.each([[Buffer.alloc(0)], [Buffer.from([0])], [Buffer.from([0, 0])], [Buffer.from('a')]])(
    'of next to nothing is no table',
    (bytes) => {
      expect(() => read(bytes)).toThrow(/has no column email/);
    },
  );

  it.each([',', ';', '\t'])('has cells between "%s", of which its first line has most', (separator) => {
    const lines = ['email', 'reward', 'note;,\t'].map((cell) => `"${cell}"`).join(separator);
    const row = ['a@example.com', 'fod', '"one; two, three"'].join(separator);
    expect(emails(`${lines}\n${row}`)).toEqual(['a@example.com']);
  });

  it('may say its separator in a line of its own, which counts as one', () => {
    const file = read('sep=|\r\nemail|reward\r\na@example.com|fod\r\nnobody|fod\r\n');
    expect(file.entries).toHaveLength(1);
    expect(file.faults).toEqual([{ line: 4, reason: '"nobody" is no e-mail address' }]);
    expect(emails('SEP=;\nemail;reward\na@example.com;fod')).toHaveLength(1);
  });

  it('may have empty lines and spaces around cells, and lines are counted as an editor shows them', () => {
    const file = read('email , reward\n\n a@example.com , fod \n\nnobody,fod\n');
    expect(file.entries).toHaveLength(1);
    expect(file.faults).toEqual([{ line: 5, reason: '"nobody" is no e-mail address' }]);
  });

  it('may have cells of several lines, and commas and marks in quotation marks', () => {
    const file = read('email,reward,note\na@example.com,fod,"one,\n""two"""\nnobody,fod,x\n');
    expect(file.entries).toHaveLength(1);
    expect(file.faults).toEqual([{ line: 4, reason: '"nobody" is no e-mail address' }]);
  });

  it.each(['\n', '\r\n', '\r'])(
    'with a quotation mark out of place is read line by line, so that none is lost',
    (end) => {
      const lines = [
        'email,reward',
        'a@example.com,fod',
        'b "x" "@example.com,"f"o',
        'c@example.com,fod',
        'nobody,fod',
      ];
      const file = read(lines.join(end));
      expect(file.entries.map(({ email }) => email)).toEqual(['a@example.com', 'c@example.com']);
      expect(file.faults).toEqual([
        { line: 3, reason: 'a quotation mark stands where none may be' },
        { line: 5, reason: '"nobody" is no e-mail address' },
      ]);
      expect(read(`sep=,\n${lines.join('\n')}`).faults).toMatchObject([{ line: 4 }, { line: 6 }]);
    },
  );
});

describe('What was read is brought in', () => {
  const choice = { dryRun: false, skipBadLines: false };
  const good = 'email,reward\na@example.com,fod\nb@example.com,fod';

  it('once, and says how far it is', async () => {
    const { needs } = openDesk();
    const told: number[][] = [];
    const tell = (...progress: number[]) => void told.push(progress);
    expect(await bringIn(needs, read(good), choice, tell)).toEqual({
      ...{ importId: 1, added: 2, already: 0, faults: [], changed: true },
    });
    expect(told.at(-1)).toEqual([2, 2]);
    expect(await bringIn(needs, read(good), choice)).toMatchObject({ importId: null, already: 2 });
  });

  it('not when it is only tried, nor with nothing in it, nor with bad lines that nobody agreed to leave out', async () => {
    const { needs } = openDesk();
    const bad = `${good}\nnobody,fod`;
    const faults = [{ line: 4, reason: '"nobody" is no e-mail address' }];
    expect(await bringIn(needs, read(good), { ...choice, dryRun: true })).toEqual({
      ...{ changed: false, new: 2, already: 0, faults: [] },
    });
    expect(await bringIn(needs, read(bad), choice)).toEqual({ changed: false, new: 2, already: 0, faults });
    expect(await bringIn(needs, read('email,reward'), choice)).toMatchObject({ changed: false, new: 0 });
    expect(await bringIn(needs, read(bad), { ...choice, skipBadLines: true })).toMatchObject({
      added: 2,
      faults,
    });
  });
});
