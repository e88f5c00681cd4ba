import { expect, it } from 'vitest';
import { type PaymentSetUp, releaseOf, setUpWebhook, type WebhookEndpoint } from './payment-set-up.ts';

const url = 'https://shop.example/webhook';
const good: WebhookEndpoint = {
  ...{ id: 'we_1', url, enabled: true, events: ['a', 'b'], apiVersion: '2026-01-01.name' },
};
const made = { endpoint: { ...good, id: 'we_new' }, secret: 'whsec_new' };

/** Sets up the webhook at a provider that has these endpoints. @returns the result, and the calls in order */
async function setUp(...over: Partial<WebhookEndpoint>[]) {
  const asked: string[] = [];
  const notAsked = () => Promise.reject(new Error('nobody asked for it'));
  const provider: PaymentSetUp = {
    ...{ events: ['b', 'a'], apiVersion: '2026-02-02.name', rights: notAsked, tryCheckout: notAsked },
    endpoints: async () => over.map((each) => ({ ...good, ...each })),
    async createEndpoint(at) {
      asked.push(`create ${at}`);
      return made;
    },
    async mendEndpoint(id) {
      asked.push(`mend ${id}`);
      return { ...good, id };
    },
    disableEndpoint: async (id) => void asked.push(`disable ${id}`),
  };
  const keep = (secret: string) => void asked.push(`keep ${secret}`);
  const { elsewhere, ...result } = await setUpWebhook(provider, url, keep);
  return { ...result, ...(elsewhere.length > 0 && { elsewhere: elsewhere.map(({ id }) => id) }), asked };
}

it('An endpoint of the shop under another name is told of and left alone, and no other', async () => {
  const path = '/api/stripe/webhook';
  const before = { id: 'we_before', url: `https://old.example${path}` };
  const off = { id: 'we_off', url: `https://older.example${path}`, enabled: false };
  const theirs = { id: 'we_theirs', url: 'https://other.example' };
  expect(await setUp(before, off, theirs, {})).toMatchObject({
    did: 'nothing',
    elsewhere: ['we_before'],
    asked: [],
  });
});

it('An endpoint is made where there is none of this address; its secret is told once', async () => {
  const theirs = { id: 'we_theirs', url: 'https://other.example' };
  expect(await setUp(theirs)).toEqual({
    did: 'made',
    ...made,
    disabled: [],
    asked: [`create ${url}`, 'keep whsec_new'],
  });
});

it('One in order is left alone', async () => {
  expect(await setUp({})).toEqual({ did: 'nothing', endpoint: good, secret: null, disabled: [], asked: [] });
});

it.each([
  ['lacks an event', { events: ['a'] }],
  ['gets more than it should', { events: ['a', 'b', 'c'] }],
  ['gets others', { events: ['a', 'c'] }],
  ['gets all', { events: ['*'] }],
  ['is switched off', { enabled: false }],
])('One that %s is mended', async (_what, over) => {
  expect(await setUp(over)).toEqual({
    ...{ did: 'mended', endpoint: good, secret: null, disabled: [], asked: ['mend we_1'] },
  });
});

it.each([['2025-01-01.other'], [null]])(
  'One whose events come as %s is replaced by a new one, and switched off after it is there',
  async (apiVersion) => {
    expect(await setUp({ apiVersion })).toEqual({
      ...{
        did: 'replaced',
        ...made,
        disabled: ['we_1'],
        asked: [`create ${url}`, 'keep whsec_new', 'disable we_1'],
      },
    });
    expect(await setUp({ apiVersion, enabled: false })).toMatchObject({ did: 'replaced', disabled: [] });
  },
);

it('Of several of one address the first good one stays, and the others are switched off', async () => {
  const old = { id: 'we_old', apiVersion: null };
  expect(await setUp(old, {}, { id: 'we_2' }, { id: 'we_3', enabled: false })).toEqual({
    ...{ did: 'nothing', endpoint: good, secret: null },
    ...{ disabled: ['we_old', 'we_2'], asked: ['disable we_old', 'disable we_2'] },
  });
});

it('A release is the name of a version; one without a name is a release of its own', () => {
  expect(releaseOf('2026-10-28.name')).toBe('name');
  expect(releaseOf('2022-11-15')).toBe('2022-11-15');
});
