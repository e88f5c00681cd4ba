import { globSync, readFileSync } from 'node:fs';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, contractOf, type Endpoint, problemsOf } from '#shared/api/calls.ts';
import { problemTypes } from '#shared/api/errors.ts';
import { methodOf, patternOf, readConfig, useCode } from '#shared/endpoints.ts';
import { undeclaredProblems } from '#tests/support/declared-problems.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ environment: { OPERATOR_GROUP: 'shopkeepers' } });
});
afterAll(() => shop.close());

const endpoints = Object.keys(calls) as Endpoint[];
const paths = [...new Set(endpoints.map(patternOf))];
/** A path with its parameters filled in. */
const anyPath = (pattern: string) => pattern.replace(/:\w+/g, '1');

describe('the contracts of the API', () => {
  it.each(paths)(
    'are all there is: %s takes the methods of its calls, and others are 405',
    async (pattern) => {
      const methods = endpoints.filter((endpoint) => patternOf(endpoint) === pattern).map(methodOf);
      const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
      const { headers, body } = await request(shop.url).patch(anyPath(pattern)).expect(405);
      expect(headers['allow']).toBe(allow);
      expect(body).toMatchObject({ code: 'method_not_allowed' });
    },
  );

  const closed = endpoints.filter((endpoint) =>
    ['account', 'bearer', 'operator'].includes(contractOf(endpoint).who),
  );
  it.each(closed)('say who may: %s is 401 for nobody', async (endpoint) => {
    const method = methodOf(endpoint).toLowerCase() as 'get' | 'post' | 'delete';
    const { headers, body } = await request(shop.url)
      [method](anyPath(patternOf(endpoint)))
      .expect(401);
    expect(headers['www-authenticate']).toBe('Bearer');
    expect(body).toMatchObject({ code: 'unauthorized' });
  });

  const reading = endpoints.filter(
    (endpoint) => contractOf(endpoint).request && contractOf(endpoint).who === 'anybody',
  );
  it.each(reading)(
    'say what is sent: %s refuses another type, no JSON, and another form',
    async (endpoint) => {
      const post = (type: string, text: string) =>
        request(shop.url).post(patternOf(endpoint)).set('content-type', type).send(text);
      expect((await post('text/plain', 'x').expect(415)).body).toMatchObject({
        code: 'unsupported_media_type',
      });
      expect((await post('application/json', '{').expect(400)).body).toMatchObject({ code: 'invalid_json' });
      expect((await post('application/json', '[]').expect(400)).body).toMatchObject({
        code: 'invalid_request',
      });
    },
  );

  it('are in the OpenAPI document, with every problem by its status', async () => {
    const { body } = await request(shop.url).get('/api/openapi.json').expect(200);
    const listed = endpoints.filter((endpoint) => !contractOf(endpoint).unlisted);
    expect(Object.keys(body.paths).toSorted()).toEqual(
      [...new Set(listed.map((endpoint) => patternOf(endpoint).replace(/:(\w+)/g, '{$1}')))].toSorted(),
    );
    for (const endpoint of listed) {
      const path = patternOf(endpoint).replace(/:(\w+)/g, '{$1}');
      const { responses } = body.paths[path][methodOf(endpoint).toLowerCase()];
      for (const code of problemsOf(endpoint)) {
        expect(responses[problemTypes[code][0]].description).toContain(`\`${code}\``);
      }
    }
  });

  it('name every problem that is answered: what a shop of these tests logs is looked through when it closes', () => {
    const line = (endpoint: string, problem: string) => {
      const [method, route] = endpoint.split(' ');
      return JSON.stringify({ msg: 'request', method, route, problem });
    };
    const log = (...lines: string[]) => `{"msg":"site ready"}\n${lines.join('\n')}\n`;
    expect(undeclaredProblems(log(line(useCode, 'too_many_requests')))).toEqual([]);
    expect(undeclaredProblems(log(line(useCode, 'cart_empty')))).toEqual([
      `${useCode} answers cart_empty, which its contract does not name`,
    ]);
    expect(undeclaredProblems(log(line(readConfig.replace('GET', 'HEAD'), 'forbidden')))).toHaveLength(1);
    expect(undeclaredProblems(log(line('PUT /api/config', 'method_not_allowed')))).toEqual([]);
  });
});

it('The paths of the API are written in shared/endpoints.ts and nowhere else in the product', () => {
  const written = /(?<!from |import\()['"`](?:(?:GET|POST|DELETE) |\$\{[^}]+\})?\/api\/[a-z]/;
  const files = globSync('{shared,server,client,sandbox,scripts}/**/*.{ts,tsx}').filter(
    (file) => !file.includes('.test.') && written.test(readFileSync(file, 'utf8')),
  );
  expect(files).toEqual(['shared/endpoints.ts']);
});
