import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as endpoints from '#shared/endpoints.ts';
import { patternOf } from '#shared/endpoints.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

/** As far as these tests read it. */
interface Operation {
  operationId: string;
  tags: string[];
  description: string;
  parameters?: { name: string }[];
  responses: Record<string, { headers?: Record<string, { $ref: string }>; content?: object }>;
}
interface Document {
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; headers: Record<string, { description: string }> };
}

let shop: Shop;
let document: Document;
beforeAll(async () => {
  shop = await openShop();
  document = (await request(shop.url).get(patternOf(endpoints.readOpenApi))).body as Document;
});
afterAll(() => shop.close());

const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path));
const headersOf = (operation: Operation | undefined, status: number) =>
  Object.keys(operation?.responses[status]?.headers ?? {});

it('It says of every field that the app sends and reads what it means', async () => {
  const names = [
    'ReadUnlockedContentAnswer',
    'UseCodeRequest',
    'UseCodeAnswer',
    'ClaimRequest',
    'ClaimAnswer',
  ];
  const app = [...names, 'PreviewClaimAnswer', 'ListProductsAnswer', 'DeleteAccountRequest'];
  interface Schema {
    description?: string;
    properties?: Record<string, Schema>;
    items?: Schema;
  }
  const silent = (schema: Schema, path: string): string[] => {
    const inner = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      silent(one, `${path}.${name}`),
    );
    const items = schema.items?.properties ? silent(schema.items, path) : [];
    const isLeaf = !schema.properties && !schema.items?.properties;
    return [...(isLeaf && schema.description === undefined ? [path] : []), ...inner, ...items];
  };
  const { schemas } = document.components;
  expect(app.flatMap((name) => silent(schemas[name] as Schema, name))).toEqual([]);
});

it('Its operations are named as in shared/endpoints.ts, each once, and say who may call them', () => {
  const ids = operations().map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(endpoints).toHaveProperty(id);
  const known = document.tags.map(({ name }) => name);
  expect([...new Set(operations().flatMap(({ tags }) => tags))].toSorted()).toEqual(known.toSorted());
  for (const { tags } of operations()) expect(tags).toHaveLength(1);
  for (const { description } of operations()) expect(description).toMatch(/^(Anybody|Guests|It needs)/);
});

it('It tells of every answer: 405 and 503 of all, 304 of what is polled, and the headers of each', () => {
  for (const operation of operations()) {
    expect(headersOf(operation, 405)).toContain('Allow');
    expect(headersOf(operation, 503)).toContain('Retry-After');
    for (const status of Object.keys(operation.responses))
      expect(headersOf(operation, Number(status))).toContain('X-Request-Id');
  }
  const polled = document.paths[patternOf(endpoints.readUnlockedContent)]?.['get'];
  for (const status of [200, 304]) expect(headersOf(polled, status)).toContain('ETag');
  expect(headersOf(polled, 401)).toContain('WWW-Authenticate');
  const guessed = document.paths[patternOf(endpoints.useCode)]?.['post'];
  expect(headersOf(guessed, 429)).toEqual(expect.arrayContaining(['Retry-After', 'RateLimit']));
});

it('It names the limits on every answer of a limited call, as they are sent: with what was done, and with what was refused', async () => {
  const order = await request(shop.url).get('/api/orders/cs_test_none').expect(404);
  const sessions = await request(shop.url).delete('/api/sessions').expect(401);
  for (const { headers } of [order, sessions]) expect(headers).toHaveProperty('ratelimit');
  const said = (path: string, method: string) => document.paths[path]?.[method];
  expect(headersOf(said('/api/orders/{checkoutSessionId}', 'get'), 404)).toContain('RateLimit');
  for (const status of [204, 401])
    expect(headersOf(said('/api/sessions', 'delete'), status)).toContain('RateLimit');
});

it('What it says of the tag of a file is true: it is strong, and 304 answers to it', () => {
  const tagOf = (endpoint: string, status: number) => {
    const ref = document.paths[endpoint]?.['get']?.responses[status]?.headers?.['ETag']?.$ref ?? '';
    return document.components.headers[ref.split('/').at(-1) ?? '']?.description;
  };
  for (const status of [200, 206, 304]) expect(tagOf('/api/downloads/{id}', status)).toContain('strong');
  for (const status of [200, 304]) expect(tagOf('/api/unlocked-content', status)).toContain('weak');
  const { parameters = [] } = document.paths['/api/downloads/{id}']?.['get'] ?? {};
  expect(parameters.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['If-None-Match', 'If-Match', 'Range', 'If-Range']),
  );
});

it('Codes and ids of answers are open sets, so only what is sent to the shop has closed ones', () => {
  const { schemas } = document.components;
  const closed = Object.keys(schemas).filter((name) => JSON.stringify(schemas[name]).includes('"enum":'));
  expect(closed.filter((name) => !name.endsWith('Request'))).toEqual([]);
  expect(schemas['Problem']).toMatchObject({
    properties: { code: { type: 'string', examples: expect.arrayContaining(['precondition_failed']) } },
  });
});

it('It names its models, and the shop that it is of', () => {
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['Problem', 'ClaimRequest', 'ClaimAnswer', 'ListProductsAnswer', 'UseCodeAnswer']),
  );
  expect(JSON.stringify(document.paths)).not.toMatch(/"type":"object"/);
  expect(document.servers).toEqual([{ url: shop.url, description: 'This shop' }]);
});
