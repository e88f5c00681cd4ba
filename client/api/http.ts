import { parseJson } from '#client/ui/parse-json.ts';
import type { Endpoint, RequestOf } from '#shared/api/calls.ts';
import { methodOf, type ParametersOf, pathOf } from '#shared/endpoints.ts';
import { ApiProblem, type ApiProblemCode } from './problem.ts';
import { noteServerTime } from './server-clock.ts';

/** The options of a call; body and path parameters are typed by the endpoint's contract. */
export type CallOptions<E extends Endpoint = Endpoint> = SendOptions &
  (RequestOf<E> extends undefined ? { body?: undefined } : { body: RequestOf<E> }) &
  ([keyof ParametersOf<E>] extends [never] ? unknown : { parameters: ParametersOf<E> });

interface SendOptions {
  query?: Readonly<Record<string, string>>;
  /** Sent as bearer when given. */
  idToken?: string | undefined;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  /** Time-out in milliseconds until the answer is complete; then it counts as a network failure. */
  timeoutMs?: number;
  /** Whether the request continues after the page is left (`keepalive`). */
  keepalive?: boolean;
}

export interface Answer {
  status: number;
  /** The parsed JSON, `null` if the answer has no body. */
  body: unknown;
  /** The server's clock when it answered, milliseconds since 1970 UTC; the browser's own if the answer has no date. */
  serverTime: number;
}

/** In milliseconds: longer than the server keeps trying a slow external service, shorter than people's patience. */
export const defaultTimeoutMs = 20_000;
/** Of a refund, in milliseconds: a bank may take its time, and proxies usually wait for a minute. */
export const refundTimeoutMs = 55_000;

/**
 * One call to our own server.
 * @throws {ApiProblem} for every failure: the server's code from its problem document, `network` when there was no
 * complete answer in time, `bad_answer` when the answer makes no sense
 * @throws {DOMException} `AbortError` when the caller's own signal fires
 */
export async function call<E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<Answer> {
  const { body, query, idToken, headers = {}, signal, keepalive = false } = options;
  const { timeoutMs = defaultTimeoutMs } = options;
  const { parameters = {} as ParametersOf<E> } = options as { parameters?: ParametersOf<E> };
  const path = pathOf(endpoint, parameters);
  const ending = new AbortController();
  const end = () => ending.abort();
  const timeout = setTimeout(end, timeoutMs);
  // Not AbortSignal.any, which Safari 16 lacks.
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  let response: Response;
  let text: string;
  try {
    response = await fetch(query ? `${path}?${new URLSearchParams(query)}` : path, {
      method: methodOf(endpoint),
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(idToken === undefined ? {} : { Authorization: `Bearer ${idToken}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      credentials: 'same-origin',
      keepalive,
      signal: ending.signal,
    });
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiProblem({ code: 'network', status: 0, cause });
  } finally {
    clearTimeout(timeout);
    signal?.removeEventListener('abort', end);
  }
  const serverTime = timeOf(response);
  noteServerTime(serverTime);
  // Text that is not JSON is mostly a proxy's error page.
  const parsed = text === '' ? null : parseJson(text);
  if (!response.ok) throw problemFrom(response, parsed);
  if (parsed === undefined) throw badAnswer(response.status);
  return { status: response.status, body: parsed, serverTime };
}

function timeOf(response: Response): number {
  const date = Date.parse(response.headers.get('Date') ?? '');
  // The header has whole seconds. The end of the second is used, so that nothing is thought to last longer than it does.
  return Number.isNaN(date) ? Date.now() : date + 999;
}

/** The error for an answer that does not match the contract. */
export function badAnswer(status: number): ApiProblem {
  return new ApiProblem({ code: 'bad_answer', status });
}

/** Whether a parsed answer is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether it is a URL that the page may link or navigate to: a `javascript:` URL would run in the page. */
export function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\//.test(value);
}

/** The error of an answer that is not ok. @param body its parsed JSON */
export function problemFrom(response: Response, body: unknown): ApiProblem {
  const document = isRecord(body) ? body : {};
  // 408: the body did not get through in time, which to the person is the network.
  const code = response.status === 408 ? 'network' : document['code'];
  const field = document['field'];
  return new ApiProblem({
    code: typeof code === 'string' ? (code as ApiProblemCode) : codeOfStatus(response.status),
    status: response.status,
    field: typeof field === 'string' ? field : undefined,
    // The server's own text, for operators, whose files and numbers only the server can check.
    cause: document['detail'],
    retryAfterSeconds: retryAfterSeconds(response.headers.get('Retry-After')),
  });
}

/** For answers of a proxy or load balancer, without our problem document. */
function codeOfStatus(status: number): ApiProblemCode {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 413) return 'body_too_large';
  if (status === 429) return 'too_many_requests';
  return status >= 500 ? 'service_unavailable' : 'bad_answer';
}

/** Seconds or a date, as RFC 9110 section 10.2.3 allows both. */
function retryAfterSeconds(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
