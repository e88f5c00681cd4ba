// The OpenAPI 3.1 document, made from the contracts of the calls that the web client and the mobile app make.

import { z } from 'zod';
import type { Config } from '#server/config.ts';
import { calls, contractOf, type Endpoint, problemsOf } from '#shared/api/calls.ts';
import type { Contract, Who } from '#shared/api/contract.ts';
import { type ErrorCode, problemSchema, problemTypes } from '#shared/api/errors.ts';
import * as endpoints from '#shared/endpoints.ts';
import { methodOf, patternOf } from '#shared/endpoints.ts';
import { site } from '#shared/site.ts';
import { answerHeaders, componentHeaders } from './openapi-headers.ts';

/** The version of this document; a removal increments it. Additions need none: clients ignore what they do not know. */
const version = '1.2.0';

const about = [
  'What the site and the mobile app ask of the shop. `docs/app.md` of the repository says how an app uses it.',
  'Amounts are integer öre, times ISO 8601 in UTC. Ids and codes are open sets: new ones come without a new version, and',
  'fields that are not described here may come at any time. Errors are problem details (RFC 9457) with a stable `code`.',
].join(' ');

function schemaOf(schema: z.ZodType, override?: typeof openSets): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
    ...(override && { override }),
  });
  return rest;
}

/**
 * Turns enums into examples in the shop's answers, so that a client generated from this document does not fail on a code
 * or id that is added later.
 */
function openSets({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.type !== 'string' || !jsonSchema.enum) return;
  jsonSchema.examples = jsonSchema.enum;
  delete jsonSchema.enum;
}

/** The names of the endpoints in `shared/endpoints.ts`. */
const names = new Map(
  Object.entries(endpoints).flatMap(([name, value]) => (typeof value === 'string' ? [[value, name]] : [])),
);
const nameOf = (endpoint: Endpoint): string => names.get(endpoint) ?? endpoint;
const capital = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

const idToken = { idToken: [] };
const session = { session: [] };
/** The accepted credentials, any one of the list; `{}` is anonymous. */
const securityOf: Record<Who, object[]> = {
  anybody: [],
  'guest-or-account': [idToken, session, {}],
  account: [idToken, session],
  bearer: [idToken],
  operator: [idToken],
};

/** A body schema that several calls share has a name of its own; other bodies are named after their call. */
function modelNames(listed: readonly Endpoint[]): Map<z.ZodType, string> {
  const models = new Map<z.ZodType, string>();
  for (const endpoint of listed) {
    const { request, answer } = contractOf(endpoint);
    const name = capital(nameOf(endpoint));
    if (request && !models.has(request)) models.set(request, `${name}Request`);
    if (answer instanceof z.ZodType && !models.has(answer)) models.set(answer, `${name}Answer`);
  }
  return models;
}

/** The OpenAPI document, from the contracts of all calls that are listed. */
export function openapiDocument({ publicUrl, facts }: Pick<Config, 'publicUrl' | 'facts'>): object {
  const listed = (Object.keys(calls) as Endpoint[]).filter((endpoint) => !contractOf(endpoint).unlisted);
  const byPath = Object.groupBy(listed, (endpoint) => patternOf(endpoint).replace(/:(\w+)/g, '{$1}'));
  const models = modelNames(listed);
  return {
    openapi: '3.1.1',
    info: {
      title: `${site.name} API`,
      version,
      description: about,
      contact: { name: facts.company.name, email: facts.email.support },
      license: { name: 'For this shop’s own site and app', identifier: 'LicenseRef-shop' },
    },
    servers: [{ url: publicUrl, description: 'This shop' }],
    tags: [...new Set(listed.map(tagOf))].map((name) => ({ name, description: `Calls below /api/${name}` })),
    paths: Object.fromEntries(
      Object.entries(byPath).map(([path, endpoints = []]) => [
        path,
        Object.fromEntries(
          endpoints.map((endpoint) => [methodOf(endpoint).toLowerCase(), operationOf(endpoint, models)]),
        ),
      ]),
    ),
    components: {
      schemas: {
        Problem: schemaOf(problemSchema, openSets),
        ...Object.fromEntries(
          [...models].map(([schema, name]) => [
            name,
            name.endsWith('Request') ? schemaOf(schema) : schemaOf(schema, openSets),
          ]),
        ),
      },
      headers: componentHeaders,
      securitySchemes: {
        idToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The id token of the user pool, of one of its known app clients.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description: 'The browser session. On https its name begins with `__Host-`.',
        },
      },
    },
  };
}

/** The tag of a call, from its path: generated clients group their functions by it. */
const tagOf = (endpoint: Endpoint) => patternOf(endpoint).split('/')[2] ?? '';

function operationOf(endpoint: Endpoint, models: ReadonlyMap<z.ZodType, string>): object {
  const contract = contractOf(endpoint);
  const { summary, who, ownsSession, request } = contract;
  const parameters = parametersOf(endpoint);
  const modelOf = (schema: z.ZodType) => ({ $ref: `#/components/schemas/${models.get(schema)}` });
  return {
    operationId: nameOf(endpoint),
    tags: [tagOf(endpoint)],
    summary,
    description: descriptionOf(contract),
    ...(parameters.length > 0 && { parameters }),
    security: who === 'anybody' && ownsSession ? [session, {}] : securityOf[who],
    ...(request && {
      requestBody: { required: true, content: { 'application/json': { schema: modelOf(request) } } },
    }),
    responses: {
      ...successOf(contract, modelOf),
      ...problemResponses(contract, [...problemsOf(endpoint), 'method_not_allowed']),
    },
  };
}

const whoMay: Record<Who, string> = {
  anybody: 'Anybody may call it.',
  'guest-or-account': 'Guests may call it; a token that does not check out is refused all the same.',
  account: 'It needs an account.',
  bearer: 'It needs an id token; the cookie of a session is not enough.',
  operator: 'It needs an id token that names the operators’ group.',
};

function descriptionOf({ who, polled, ownPagesOnly }: Contract): string {
  const parts = [
    whoMay[who],
    polled && 'Made to be asked often: send the last entity tag as `If-None-Match`.',
    ownPagesOnly && 'It must come from the site’s own pages.',
  ];
  return parts.filter((part) => part).join(' ');
}

function parametersOf(endpoint: Endpoint): object[] {
  const { headers = {}, polled, answer } = contractOf(endpoint);
  const inPath = [...patternOf(endpoint).matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inHeaders = Object.entries(headers).map(([name, schema]) => ({
    name,
    in: 'header',
    schema: schemaOf(schema),
  }));
  const conditional =
    answer === 'raw' ? ['If-None-Match', 'If-Match', 'Range', 'If-Range'] : polled ? ['If-None-Match'] : [];
  const conditions = conditional.map((name) => ({ name, in: 'header', schema: { type: 'string' } }));
  return [...inPath, ...inHeaders, ...conditions];
}

function successOf(contract: Contract, modelOf: (schema: z.ZodType) => object): object {
  const { answer, polled = false } = contract;
  const answered = (status: number, description: string) => ({
    description,
    headers: answerHeaders(status, contract),
  });
  if (answer === null) return { 204: answered(204, 'Done') };
  // A file is sent as what it is, for example as a PDF.
  const content = answer === 'raw' ? { '*/*': {} } : { 'application/json': { schema: modelOf(answer) } };
  return {
    200: { ...answered(200, 'Done'), content },
    ...((polled || answer === 'raw') && {
      304: answered(304, 'Nothing has changed since that entity tag'),
    }),
    ...(answer === 'raw' && {
      206: { ...answered(206, 'The part that was asked for with `Range`'), content },
    }),
  };
}

/** The problem answers by status, each with the codes that it can carry. */
function problemResponses(contract: Contract, codes: readonly ErrorCode[]): object {
  const byStatus = Object.groupBy(codes, (code) => problemTypes[code][0]);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, own = []]) => [
      status,
      {
        description: `A problem (RFC 9457) with the code ${own.map((code) => `\`${code}\``).join(' or ')}`,
        headers: answerHeaders(Number(status), contract),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}
