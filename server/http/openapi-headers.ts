// The headers of answers, as the OpenAPI document describes them.

import type { Contract } from '#shared/api/contract.ts';

interface AnswerHeader {
  /** Its name as sent. */
  name: string;
  description: string;
  type?: 'integer';
  /** Whether an answer with this status has it; every answer when left out. */
  isOn?(status: number, contract: Contract): boolean;
  /** Not on all of those answers. */
  optional?: true;
}

/** Every header that an answer of the API may have and a caller may need, by its component name. */
const headers: Readonly<Record<string, AnswerHeader>> = {
  RequestId: {
    name: 'X-Request-Id',
    description: 'Names this request in the shop’s log: quote it to support.',
  },
  ETag: {
    name: 'ETag',
    description: 'The entity tag of this content, weak.',
    isOn: (status, { polled }) => status < 400 && polled === true,
  },
  FileETag: {
    name: 'ETag',
    description: 'The entity tag of this file, strong: `If-Range` resumes a download with it.',
    isOn: isFile,
  },
  ContentRange: {
    name: 'Content-Range',
    description: 'Which part of the file this is, or only how long the file is.',
    isOn: (status, { answer }) => answer === 'raw' && (status === 206 || status === 416),
  },
  AcceptRanges: {
    name: 'Accept-Ranges',
    description: '`bytes`: parts of this file can be asked for.',
    isOn: isFile,
  },
  LastModified: { name: 'Last-Modified', description: 'When this file last changed.', isOn: isFile },
  ContentDisposition: {
    name: 'Content-Disposition',
    description: 'The name to save this file under.',
    isOn: isFile,
  },
  CacheControl: { name: 'Cache-Control', description: 'How long the answer may be kept, and by whom.' },
  RetryAfter: {
    name: 'Retry-After',
    description: 'Seconds to wait before asking again.',
    type: 'integer',
    isOn: (status) => status === 429 || status === 503,
  },
  Authenticate: {
    name: 'WWW-Authenticate',
    description: '`Bearer`: sign in again, or refresh the id token.',
    isOn: (status) => status === 401,
  },
  Allow: {
    name: 'Allow',
    description: 'The methods that this path has.',
    isOn: (status) => status === 405,
  },
  RateLimit: {
    name: 'RateLimit',
    description: 'What is left of each limit, and for how many seconds.',
    isOn: tellsLimits,
    optional: true,
  },
  RateLimitPolicy: {
    name: 'RateLimit-Policy',
    description: 'Each limit: how many calls in how many seconds.',
    isOn: tellsLimits,
    optional: true,
  },
};

function isFile(status: number, { answer }: Contract): boolean {
  return answer === 'raw' && status < 400;
}

/**
 * Calls that were refused count as well, so any answer of a limited call may have them. What is refused before the limit is
 * looked up has none, for example without a sign-in or without JSON.
 */
function tellsLimits(_status: number, { limitByAddress, limitByAccount, problems = [] }: Contract): boolean {
  return (limitByAddress ?? limitByAccount) !== undefined || problems.includes('too_many_requests');
}

/** The headers as components of the document. */
export const componentHeaders = Object.fromEntries(
  Object.entries(headers).map(([component, { description, type = 'string', optional = false }]) => [
    component,
    { description, required: !optional, schema: { type } },
  ]),
);

/** The headers of an answer with this status, as references to their components. */
export function answerHeaders(status: number, contract: Contract): object {
  const carried = Object.entries(headers).filter(([, { isOn }]) => isOn?.(status, contract) ?? true);
  return Object.fromEntries(
    carried.map(([component, { name }]) => [name, { $ref: `#/components/headers/${component}` }]),
  );
}
