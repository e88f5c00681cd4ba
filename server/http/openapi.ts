// The OpenAPI document, made from the contracts of the calls.

import { z } from 'zod';
import { calls, contractOf, type Endpoint, problemsOf } from '#shared/api/calls.ts';
import type { Who } from '#shared/api/contract.ts';
import { type ErrorCode, problemSchema } from '#shared/api/errors.ts';
import { methodOf, patternOf } from '#shared/endpoints.ts';
import { site } from '#shared/site.ts';
import { problemTypes } from './problem.ts';

function schemaOf(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
  });
  return rest;
}

const idToken = { idToken: [] };
const session = { session: [] };
/** What counts, any one of a list; `{}` is nobody. */
const securityOf: Record<Who, object[] | undefined> = {
  anybody: undefined,
  'guest-or-account': [idToken, session, {}],
  account: [idToken, session],
  bearer: [idToken],
  operator: [idToken],
};

/** The OpenAPI 3.1 document: the contracts of the calls that the web client and the mobile app make. */
export function openapiDocument(): { openapi: string } {
  const listed = (Object.keys(calls) as Endpoint[]).filter((endpoint) => !contractOf(endpoint).unlisted);
  const byPath = Object.groupBy(listed, (endpoint) => patternOf(endpoint).replace(/:(\w+)/g, '{$1}'));
  return {
    openapi: '3.1.1',
    info: { title: `${site.name} API`, version: '1.0.0' },
    paths: Object.fromEntries(
      Object.entries(byPath).map(([path, endpoints = []]) => [
        path,
        Object.fromEntries(
          endpoints.map((endpoint) => [methodOf(endpoint).toLowerCase(), operationOf(endpoint)]),
        ),
      ]),
    ),
    components: {
      schemas: { Problem: schemaOf(problemSchema) },
      securitySchemes: {
        idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
      },
    },
  } as { openapi: string };
}

function operationOf(endpoint: Endpoint): object {
  const { summary, who, ownsSession, request, answer } = contractOf(endpoint);
  const parameters = parametersOf(endpoint);
  const security = who === 'anybody' && ownsSession ? [session, {}] : securityOf[who];
  return {
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(security && { security }),
    ...(request && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(request) } } },
    }),
    responses: {
      ...(answer === null
        ? { 204: { description: 'Done' } }
        : { 200: { description: 'Done', content: contentOf(answer) } }),
      ...problemResponses(problemsOf(endpoint)),
    },
  };
}

function parametersOf(endpoint: Endpoint): object[] {
  const inPath = [...patternOf(endpoint).matchAll(/:(\w+)/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true, schema: { type: 'string' } },
  }));
  const inHeaders = Object.entries(contractOf(endpoint).headers ?? {}).map(([name, schema]) => ({
    ...{ name, in: 'header', schema: schemaOf(schema) },
  }));
  return [...inPath, ...inHeaders];
}

function contentOf(answer: z.ZodType | 'raw'): object {
  return answer === 'raw'
    ? { 'application/octet-stream': {} }
    : { 'application/json': { schema: schemaOf(answer) } };
}

/** The problem answers by status, each with the codes that it can carry. */
function problemResponses(codes: readonly ErrorCode[]): object {
  const byStatus = Object.groupBy(codes, (code) => problemTypes[code][0]);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, own = []]) => [
      status,
      {
        description: `A problem (RFC 9457) with the code ${own.map((code) => `\`${code}\``).join(' or ')}`,
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}
