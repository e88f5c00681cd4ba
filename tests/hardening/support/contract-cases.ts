import fc from 'fast-check';

/** The parts of the OpenAPI document that requests are generated from and answers compared with. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; headers: Record<string, { required: boolean }> };
}
export interface Operation {
  operationId: string;
  parameters?: { name: string; in: 'path' | 'header'; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<
    string,
    {
      description: string;
      headers?: Record<string, { $ref: string }>;
      content?: Record<string, { schema?: Schema }>;
    }
  >;
}
/** The parts of JSON Schema that the document uses. */
export interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  maxLength?: number;
  minLength?: number;
  format?: string;
}

/** A request to one path of the document. */
export interface ContractCase {
  path: string;
  /** In lower case; the path may not have it. */
  method: string;
  /** The path with its parameters filled in. */
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Texts for requests: existing ids and tokens, and near misses. */
export interface Known {
  texts: readonly string[];
  /** The valid value for a field of this name, used most of the time. */
  byName: Readonly<Record<string, readonly unknown[]>>;
  orderIds: readonly string[];
  idTokens: readonly string[];
  /** Of browsers that paid. */
  cookies: readonly string[];
  origin: string;
}

/** Requests to every operation of the document: valid, nearly valid, and wrong in body, type, token, origin or method. */
export function contractCases(document: ApiDocument, known: Known): fc.Arbitrary<ContractCase> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return fc.constantFrom(...operations).chain(({ path, method, operation }) => {
    const { parameters = [], requestBody } = operation;
    const schema = requestBody?.content['application/json']?.schema;
    const right = schema ? valuesFor(schema, document, known) : fc.constant(undefined);
    return fc
      .record({
        method: often(fc.constant(method), fc.constantFrom('get', 'post', 'put', 'delete', 'patch', 'head')),
        filled: fc.tuple(...parameters.map((each) => parameterOf(each, known))),
        cookie: often(fc.constant(''), fc.constantFrom(...known.cookies)),
        authorization: fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom(...known.idTokens.map((token) => `Bearer ${token}`)) },
          { weight: 2, arbitrary: fc.constant('') },
          { weight: 1, arbitrary: fc.constantFrom('Bearer x.y.z', 'Basic eDp5', 'Bearer ') },
        ),
        origin: often(fc.constant(known.origin), fc.constantFrom('', 'https://elsewhere.example', 'null')),
        type: often(
          fc.constant('application/json'),
          fc.constantFrom('', 'text/plain', 'application/x-www-form-urlencoded'),
        ),
        body: fc.oneof(
          { weight: 6, arbitrary: right.map(inJson) },
          { weight: 2, arbitrary: right.chain((value) => nearly(value)).map(inJson) },
          { weight: 1, arbitrary: fc.jsonValue().map(inJson) },
          { weight: 1, arbitrary: fc.constantFrom('', '{', '[]', 'null', '"'.padEnd(70_000, 'x')) },
        ),
      })
      .map(({ filled, cookie, authorization, origin, type, body, ...rest }) => {
        const headers: Record<string, string> = {};
        let url = path;
        for (const [index, { name, in: place }] of parameters.entries()) {
          const value = filled[index] ?? '';
          if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(value));
          else if (value !== '') headers[name] = value;
        }
        if (cookie) headers['cookie'] = cookie;
        if (authorization) headers['authorization'] = authorization;
        if (origin) headers['origin'] = origin;
        const sends =
          !['get', 'head'].includes(rest.method) && (schema !== undefined || rest.method !== method);
        if (sends && type) headers['content-type'] = type;
        return { path, url, headers, method: rest.method, body: sends ? body : undefined };
      });
  });
}

const often = <T>(usual: fc.Arbitrary<T>, seldom: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 8, arbitrary: usual }, { weight: 2, arbitrary: seldom });

const inJson = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);

/** Characters that are valid in headers and paths. */
const plain = fc.string({ unit: fc.constantFrom(...'abcXYZ019_-.~ '), minLength: 1, maxLength: 30 });

function parameterOf(
  { name, in: place }: NonNullable<Operation['parameters']>[number],
  known: Known,
): fc.Arbitrary<string> {
  if (place === 'path') {
    // An address ends before a step such as `.`, so the request would be for another path.
    const noStep = plain.filter((text) => text !== '.' && text !== '..');
    return fc.oneof(fc.constantFrom(...known.orderIds, ...known.texts), noStep);
  }
  if (name === 'If-None-Match') return fc.constantFrom('', '*', '"x"', 'W/"x"');
  // With the same key each time the payment provider would only report a conflict.
  return fc.oneof(fc.constant(''), fc.uuid(), fc.constant('k'.repeat(256)));
}

/** A value that fits a schema of the document. */
function valuesFor(schema: Schema, document: ApiDocument, known: Known): fc.Arbitrary<unknown> {
  const inner = (part: Schema) => valuesFor(part, document, known);
  if (schema.$ref) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    const model = document.components.schemas[name];
    if (!model) throw new Error(`The document has no model ${name}`);
    return inner(model);
  }
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(inner));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case 'object': {
      const properties = Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, part]) => {
          const right = known.byName[name];
          return [name, right ? often(fc.constantFrom(...right), inner(part)) : inner(part)];
        }),
      );
      return fc.record(properties, { requiredKeys: schema.required ?? [] });
    }
    case 'array':
      return fc.array(schema.items ? inner(schema.items) : fc.jsonValue(), { maxLength: 4 });
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer();
    case 'number':
      return fc.oneof(fc.constantFrom(250, 187.5, 0), fc.double({ noNaN: true, noDefaultInfinity: true }));
    case 'null':
      return fc.constant(null);
    case 'string':
      return schema.format === 'date'
        ? fc.constantFrom('2026-12-24', '2027-01-01', '2025-02-28')
        : fc
            .oneof(
              { weight: 4, arbitrary: fc.constantFrom(...known.texts) },
              { weight: 1, arbitrary: fc.string() },
            )
            .map((text) => text.slice(0, schema.maxLength ?? 2000).padEnd(schema.minLength ?? 0, 'x'));
    default:
      return fc.jsonValue();
  }
}

/** The same with one field missing, of another type, or too long. */
function nearly(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fc.jsonValue();
  const names = Object.keys(value);
  if (names.length === 0) return fc.jsonValue();
  return fc
    .tuple(
      fc.constantFrom(...names),
      fc.oneof(fc.constant(undefined), fc.jsonValue(), fc.constant('x'.repeat(3000))),
    )
    .map(([name, other]) => ({ ...value, [name]: other }));
}
