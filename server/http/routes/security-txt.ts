import { Router } from 'express';
import type { Config } from '#server/config.ts';
import type { Clock } from '#server/runtime.ts';
import { site } from '#shared/site.ts';
import { endpoint } from '../endpoint.ts';

/** RFC 9116 section 2.5.5 recommends less than a year. */
const validDays = 180;
const dayMs = 24 * 60 * 60 * 1000;

/** `GET /.well-known/security.txt` (RFC 9116): whom to tell about a weakness. It says anew each day until when it holds. */
export function securityTxtRouter({ publicUrl }: Config, clock: Clock): Router {
  const router = Router();
  endpoint(router, '/.well-known/security.txt', {
    get(_request, response) {
      const today = Math.floor(clock().getTime() / dayMs) * dayMs;
      const lines = [
        `Contact: mailto:${site.email.security}`,
        `Expires: ${new Date(today + validDays * dayMs).toISOString()}`,
        'Preferred-Languages: en, sv',
        `Canonical: ${publicUrl}/.well-known/security.txt`,
      ];
      response
        .set('cache-control', 'public, max-age=3600')
        .type('text/plain')
        .send(`${lines.join('\n')}\n`);
    },
  });
  return router;
}
