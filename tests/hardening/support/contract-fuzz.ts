import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import * as endpoints from '#shared/endpoints.ts';
import { patternOf } from '#shared/endpoints.ts';
import { shopDay } from '#shared/shop-day.ts';
import { linkOf } from '#tests/support/claim-calls.ts';
import { bearer, buy, newBrowser, press } from '#tests/support/orders.ts';
import { newEmail, newPerson } from '#tests/support/people.ts';
import type { Shop } from '#tests/support/shop.ts';
import {
  type ApiDocument,
  type ContractCase,
  contractCases,
  type Known,
  type Schema,
} from './contract-cases.ts';

export interface ContractOutcome {
  requests: number;
  /** Answers by operation and status. */
  answers: Record<string, number>;
  /** Answers that differ from the document, as text. Must be empty. */
  faults: string[];
}

/** An account holder with unlocks, their orders and a guest's, and texts for the calls' inputs. */
async function knownOf(shop: Shop): Promise<Known> {
  const [owner, other] = [await newPerson(shop), await newPerson(shop)];
  const own = await buy(shop, ['fod', 'fist'], owner.email, bearer(owner.idToken));
  const browser = newBrowser(shop);
  const guests = await browser.checkout(['fist'], newEmail());
  await press(guests.payUrl, 'pay');
  const gift = await browser.checkout(['fod'], newEmail(), {}, true);
  await press(gift.payUrl, 'pay');
  await shop.sandbox.stripe.deliveriesSettled();
  const token = await linkOf(shop, guests.sessionId, { cookie: browser.cookie });
  return {
    idTokens: [owner.idToken, other.idToken],
    cookies: [browser.cookie],
    orderIds: [own.sessionId, guests.sessionId, gift.sessionId, 'cs_test_none'],
    texts: ['fod', 'fod-artbook', own.sessionId, shop.url, owner.email, 'not an address', 'A'.repeat(43)],
    byName: {
      id: ['fod', 'fist', 'bundle-pre-order'],
      baseUrl: [shop.url],
      price: [250],
      email: [newEmail(), owner.email],
      recipient: ['anna@example.com', null],
      sendOn: [shopDay(new Date())],
      token: [token],
      orderId: [own.sessionId, guests.sessionId],
      name: ['Anna'],
      refreshToken: [owner.refreshToken],
    },
    origin: shop.url,
  };
}

/**
 * Sends requests generated from the shop's OpenAPI document, and compares every answer with the
 * document: status, headers, media type and body.
 * @param seed makes a run repeatable
 */
export async function fuzzContract(
  shop: Shop,
  requests: number,
  seed: number,
  atOnce = 8,
): Promise<ContractOutcome> {
  const document = (await (
    await fetch(`${shop.url}${patternOf(endpoints.readOpenApi)}`)
  ).json()) as ApiDocument;
  const judge = judgeOf(document);
  const known = await knownOf(shop);
  const queue = fc.sample(contractCases(document, known), { seed, numRuns: requests });
  const outcome: ContractOutcome = { requests, answers: {}, faults: [] };
  const work = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const { operation, status, faults } = await judge(next, await ask(shop, next));
      const name = `${operation} ${status}`;
      outcome.answers[name] = (outcome.answers[name] ?? 0) + 1;
      const { method, url, headers, body } = next;
      const { authorization = 'nobody', ...others } = headers;
      const asked = JSON.stringify({
        method,
        url,
        headers: { ...others, as: authorization.slice(0, 12) },
        body: body?.slice(0, 300),
      });
      outcome.faults.push(...faults.map((fault) => `${name}: ${fault}, for ${asked}`));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return outcome;
}

const ask = (shop: Shop, { method, url, headers, body }: ContractCase): Promise<Response> =>
  fetch(`${shop.url}${url}`, {
    ...{ method: method.toUpperCase(), headers, redirect: 'manual' },
    ...(body !== undefined && { body }),
  });

/** Makes a function that compares an answer with the document. */
function judgeOf(document: ApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'document', components: document.components });
  const validators = new Map<string, ValidateFunction>();
  const validatorOf = (schema: Schema) => {
    const text = JSON.stringify(schema).replaceAll('#/components', 'document#/components');
    const made = validators.get(text) ?? ajv.compile(JSON.parse(text) as object);
    validators.set(text, made);
    return made;
  };

  return async ({ path, method }: ContractCase, response: Response) => {
    const methods = document.paths[path] ?? {};
    const operation = methods[method === 'head' ? 'get' : method];
    const { status } = response;
    const text = await response.text();
    const faults: string[] = [];
    // For a method that the path lacks, the answer is declared by every operation of the path.
    const described = (operation ?? Object.values(methods)[0])?.responses[status];
    if (!operation && status !== 405) faults.push('a method that the document does not name is not refused');
    if (!described)
      return {
        operation: operation?.operationId ?? path,
        status,
        faults: [...faults, 'a status that the document does not name'],
      };
    for (const [name, { $ref }] of Object.entries(described.headers ?? {})) {
      const { required } = document.components.headers[$ref.split('/').at(-1) ?? ''] ?? { required: true };
      if (required && !response.headers.has(name)) faults.push(`the header ${name} is missing`);
    }
    const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
    const content = described.content?.[type];
    if (method === 'head' || !described.content) {
      if (text !== '') faults.push('a body that the document does not name');
    } else if (!content) {
      if (!described.content['*/*']) faults.push(`the media type ${type || 'none'}`);
    } else if (content.schema) {
      const validate = validatorOf(content.schema);
      const answer = JSON.parse(text) as { code?: string };
      if (type === 'application/problem+json' && !described.description.includes(`\`${answer.code}\``))
        faults.push(`the code ${answer.code}, which the document does not name`);
      if (!validate(answer))
        faults.push(`a body that is not of its schema: ${ajv.errorsText(validate.errors)}`);
    }
    return { operation: operation?.operationId ?? `${path} (another method)`, status, faults };
  };
}
