import { z } from 'zod';
import { deleteAccountRequestSchema } from '#shared/api/account.ts';
import { checkoutRequestSchema, checkoutResponseSchema } from '#shared/api/checkout.ts';
import { publicConfigSchema } from '#shared/api/config.ts';
import { problemSchema } from '#shared/api/errors.ts';
import { orderSchema, ownOrdersSchema } from '#shared/api/orders.ts';
import { sessionRequestSchema, sessionResponseSchema } from '#shared/api/session.ts';
import { unlockedContentSchema } from '#shared/api/unlocked-content.ts';
import { useCodeRequestSchema, useCodeResponseSchema } from '#shared/api/use-code.ts';
import { withdrawalRequestSchema, withdrawalSchema } from '#shared/api/withdrawals.ts';
import { site } from '#shared/site.ts';

interface Operation {
  summary: string;
  /** Who may call: anybody, or a bearer id token or browser session. */
  security?: 'account' | 'account-or-guest';
  parameters?: object[];
  request?: z.ZodType;
  /** The schema of the 200 answer; `null` for 204. */
  response: z.ZodType | null;
  /** Statuses of problem answers besides 500. */
  problems: number[];
}

const pathParameter = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });

/** The calls of the web client and the mobile app, by path and method. The webhook and health are the operator's. */
const operations: Record<string, Partial<Record<'get' | 'post' | 'delete', Operation>>> = {
  '/api/create-checkout-session': {
    post: {
      summary: 'Open a payment page for a cart',
      security: 'account-or-guest',
      parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 } }],
      request: checkoutRequestSchema,
      response: checkoutResponseSchema,
      problems: [400, 401, 409, 413, 415, 502],
    },
  },
  '/api/unlocked-content': {
    get: {
      summary: 'What the account has unlocked',
      security: 'account',
      response: unlockedContentSchema,
      problems: [401, 503],
    },
  },
  '/api/use-code': {
    post: {
      summary: 'Redeem an activation code',
      security: 'account',
      request: useCodeRequestSchema,
      response: useCodeResponseSchema,
      problems: [400, 401, 413, 415, 429, 503],
    },
  },
  '/api/session': {
    get: {
      summary: 'Fresh tokens for the browser session',
      response: sessionResponseSchema,
      problems: [403, 503],
    },
    post: {
      summary: 'Begin a browser session',
      security: 'account',
      request: sessionRequestSchema,
      response: sessionResponseSchema,
      problems: [400, 401, 403, 503],
    },
    delete: { summary: 'Sign out', response: null, problems: [403, 503] },
  },
  '/api/account': {
    delete: {
      summary: 'Delete the account and what is held about it',
      security: 'account',
      request: deleteAccountRequestSchema,
      response: null,
      problems: [400, 401, 503],
    },
  },
  '/api/orders': {
    get: {
      summary: "The account's own purchases, newest first",
      security: 'account',
      response: ownOrdersSchema,
      problems: [401, 429, 503],
    },
  },
  '/api/orders/{checkoutSessionId}': {
    get: {
      summary: 'What became of an order',
      parameters: [pathParameter('checkoutSessionId')],
      response: orderSchema,
      problems: [404, 502],
    },
  },
  '/api/withdrawals': {
    post: {
      summary: 'Withdraw from a purchase: look without confirm, declare with it',
      request: withdrawalRequestSchema,
      response: withdrawalSchema,
      problems: [400, 404, 409, 413, 415, 502],
    },
  },
  '/api/downloads/{id}': {
    get: {
      summary: 'A file that the account owns',
      security: 'account',
      parameters: [pathParameter('id')],
      response: z.file(),
      problems: [401, 403, 404, 416, 503],
    },
  },
  '/api/config': {
    get: { summary: 'Public run-time settings', response: publicConfigSchema, problems: [] },
  },
};

const schemaOf = (schema: z.ZodType) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
  });
  return rest;
};

/** The OpenAPI 3.1 document, made from the schemas that the calls themselves use. */
export function openapiDocument(): object {
  const problem = {
    description: 'A problem (RFC 9457); `code` says which',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
  const describeOperation = (operation: Operation) => ({
    summary: operation.summary,
    ...(operation.parameters && { parameters: operation.parameters }),
    ...(operation.security && {
      security: [
        { idToken: [] },
        { session: [] },
        ...(operation.security === 'account-or-guest' ? [{}] : []),
      ],
    }),
    ...(operation.request && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(operation.request) } },
      },
    }),
    responses: {
      ...(operation.response === null
        ? { 204: { description: 'Done' } }
        : {
            200: {
              description: 'Done',
              content:
                operation.response instanceof z.ZodFile
                  ? { 'application/octet-stream': {} }
                  : { 'application/json': { schema: schemaOf(operation.response) } },
            },
          }),
      ...Object.fromEntries([...operation.problems, 500].map((status) => [status, problem])),
    },
  });
  return {
    openapi: '3.1.1',
    info: { title: `${site.name} API`, version: '1.0.0' },
    paths: Object.fromEntries(
      Object.entries(operations).map(([path, methods]) => [
        path,
        Object.fromEntries(
          Object.entries(methods).map(([method, operation]) => [method, describeOperation(operation)]),
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
  };
}
