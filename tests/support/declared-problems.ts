import { calls, type Endpoint, problemsOf } from '#shared/api/calls.ts';

interface RequestLine {
  msg?: string;
  method?: string;
  route?: string | null;
  problem?: string;
}

/** The problems in a site's log that the contracts of its calls do not declare, one line each. */
export function undeclaredProblems(log: string): string[] {
  const answered = log
    .split('\n')
    .filter((line) => line.includes('"problem":"'))
    .map((line) => JSON.parse(line) as RequestLine)
    .filter(({ msg }) => msg === 'request');
  const faults = answered.flatMap(({ method = '', route, problem = '' }) => {
    const endpoint = `${method === 'HEAD' ? 'GET' : method} ${route}`;
    // A method that a path does not have belongs to no contract.
    if (!Object.hasOwn(calls, endpoint)) return [];
    const declared: string[] = problemsOf(endpoint as Endpoint);
    return declared.includes(problem)
      ? []
      : [`${endpoint} answers ${problem}, which its contract does not name`];
  });
  return [...new Set(faults)];
}
