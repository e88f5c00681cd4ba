// The handler of content security policy reports (report-uri, report-to).

import { z } from 'zod';
import { concretePaths } from '#shared/concrete-paths.ts';
import { reportCspViolations } from '#shared/endpoints.ts';
import { createLineBudget } from '../log-budget.ts';
import type { Handlers } from '../mount-calls.ts';
import type { Services } from '../services.ts';

/** Most reports read per request. */
const mostReports = 10;
/** Log lines per minute, of all visitors together: enough to see what is broken. */
const lineBudget = { lines: 20, windowMs: 60_000 };
/** Outside of the function below: the budget's timer lives as long as the process, and must not keep a closed site alive. */
const leftOut = () => undefined;

const directives = new Set(
  'default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr img-src font-src media-src manifest-src connect-src frame-src worker-src child-src object-src form-action base-uri frame-ancestors require-trusted-types-for trusted-types upgrade-insecure-requests'.split(
    ' ',
  ),
);
const paths = new Set(concretePaths().map(({ path }) => path));

const text = z.string().max(4096).optional().catch(undefined);
/** `report-uri` sends one report as `csp-report`, the Reporting API a list. */
const oldReport = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'blocked-uri': text,
    'effective-directive': text,
    'violated-directive': text,
  }),
});
const newReports = z.array(
  z.object({
    type: z.string(),
    body: z.object({ documentURL: text, blockedURL: text, effectiveDirective: text }).optional(),
  }),
);

/**
 * Reports of violations of the content security policy. Anybody may send anything here, and URLs can contain personal
 * data: so reports are small, only words from closed sets and the blocked origin are kept, and past some lines a minute
 * reports are only counted.
 */
export function cspReportCalls({ log, metrics }: Pick<Services, 'log' | 'metrics'>) {
  const mayLog = createLineBudget(leftOut, lineBudget);
  return {
    [reportCspViolations]({ body }) {
      for (const violation of violationsOf(body)) {
        metrics.cspReport(violation.directive);
        if (mayLog(reportCspViolations)) log.warn(violation, 'a page broke the content security policy');
      }
    },
  } satisfies Partial<Handlers>;
}

function violationsOf(body: unknown) {
  const old = oldReport.safeParse(body);
  if (old.success) {
    const report = old.data['csp-report'];
    return [
      violation(
        report['effective-directive'] ?? report['violated-directive'],
        report['document-uri'],
        report['blocked-uri'],
      ),
    ];
  }
  const list = newReports.safeParse(Array.isArray(body) ? body.slice(0, mostReports) : body);
  if (!list.success) return [];
  return list.data
    .filter(({ type }) => type === 'csp-violation')
    .map(({ body: report }) =>
      violation(report?.effectiveDirective, report?.documentURL, report?.blockedURL),
    );
}

function violation(directive = '', documentUrl = '', blockedUrl = '') {
  const [name = ''] = directive.split(' ');
  const page = URL.parse(documentUrl)?.pathname ?? '';
  return {
    directive: directives.has(name) ? name : '(other)',
    page: paths.has(page) ? page : '(other)',
    blocked: originOf(blockedUrl),
  };
}

/** `inline`, `eval` and the like unchanged; of a URL only scheme and host, which a stranger may make as long as the report. */
function originOf(blockedUrl: string): string {
  if (/^[a-z-]{1,30}$/.test(blockedUrl)) return blockedUrl;
  const url = URL.parse(blockedUrl);
  if (!url) return '(other)';
  return (url.host === '' ? url.protocol : `${url.protocol}//${url.host}`).slice(0, 200);
}
