import express from 'express';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import type { Config } from '#server/config.ts';
import { sessionCookie, sessionIdOf, setSessionId } from './session-cookie.ts';

const [key, olderKey] = ['k'.repeat(32), 'o'.repeat(32)] as const;

function site({ publicUrl = 'https://shop.example.com', sessionKeys = [key] as string[] } = {}) {
  const { own, read } = sessionCookie({ publicUrl, sessionKeys } as unknown as Config);
  const app = express();
  app.post('/begin', own, (asked, response) => {
    setSessionId(asked, 'session-1');
    response.end();
  });
  app.post('/end', own, (asked, response) => {
    setSessionId(asked, null);
    response.end();
  });
  for (const [path, middleware] of Object.entries({ '/own': own, '/read': read }))
    app.get(path, middleware, (asked, response) => {
      response.json({ id: sessionIdOf(asked), touched: asked.session !== undefined });
    });
  return app;
}

const cookiesOf = (answer: { headers: object }): string[] =>
  (answer.headers as { 'set-cookie'?: string[] })['set-cookie'] ?? [];
const pairs = (cookies: readonly string[]) => cookies.map((cookie) => cookie.split(';')[0]).join('; ');

describe("the session's cookie", () => {
  it('is signed, out of reach of scripts and other sites, for this host alone, for 30 days', async () => {
    const cookies = cookiesOf(await request(site()).post('/begin'));
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-session', '__Host-session.sig']);
    const inAMonth = Date.now() + 30 * 24 * 60 * 60 * 1000;
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; path=\/; expires=[^;]+; samesite=strict; secure; httponly$/i);
      const expires = Date.parse(/expires=([^;]+)/i.exec(cookie)?.[1] ?? '');
      expect(Math.abs(expires - inAMonth)).toBeLessThan(60_000);
    }
  });

  it('has a plain name and needs no TLS on a machine of one’s own', async () => {
    const cookies = cookiesOf(await request(site({ publicUrl: 'http://localhost:3000' })).post('/begin'));
    expect(cookies[0]).toMatch(/^session=/);
    expect(cookies.join()).not.toMatch(/secure/i);
  });

  it('comes back as it was given, and not without its signature or with another one', async () => {
    const app = site();
    const cookies = cookiesOf(await request(app).post('/begin'));
    const asked = (cookie: string) => request(app).get('/own').set('cookie', cookie);
    expect((await asked(pairs(cookies))).body.id).toBe('session-1');
    expect((await asked(pairs(cookies.slice(0, 1)))).body.id).toBeNull();
    expect((await asked(pairs(cookies).replace(/sig=./, 'sig=_'))).body.id).toBeNull();
    const stranger = site({ sessionKeys: ['x'.repeat(32)] });
    expect((await request(stranger).get('/own').set('cookie', pairs(cookies))).body.id).toBeNull();
  });

  it('of an older key is good, and signed anew for the whole time', async () => {
    const cookies = cookiesOf(await request(site({ sessionKeys: [olderKey] })).post('/begin'));
    const rotated = site({ sessionKeys: [key, olderKey] });
    const answer = await request(rotated).get('/own').set('cookie', pairs(cookies));
    expect(answer.body.id).toBe('session-1');
    const renewed = cookiesOf(answer);
    expect(renewed).toHaveLength(2);
    for (const cookie of renewed) expect(cookie).toMatch(/expires=/i);
    const later = await request(site()).get('/own').set('cookie', pairs(renewed));
    expect(later.body.id).toBe('session-1');
  });

  it('is not set again by looking at it', async () => {
    const app = site();
    const cookies = cookiesOf(await request(app).post('/begin'));
    expect(cookiesOf(await request(app).get('/own').set('cookie', pairs(cookies)))).toEqual([]);
  });

  it('is taken away with null', async () => {
    const app = site();
    const cookies = cookiesOf(await request(app).post('/begin'));
    const ended = cookiesOf(await request(app).post('/end').set('cookie', pairs(cookies)));
    expect(ended[0]).toMatch(/^__Host-session=; .*expires=Thu, 01 Jan 1970/);
  });

  it('is not looked for where a call only reads it and none was sent', async () => {
    const app = site();
    expect((await request(app).get('/read')).body).toEqual({ id: null, touched: false });
    expect((await request(app).get('/read').set('cookie', 'other=1')).body.touched).toBe(false);
    expect((await request(app).get('/own')).body.touched).toBe(true);
    const cookies = cookiesOf(await request(app).post('/begin'));
    expect((await request(app).get('/read').set('cookie', pairs(cookies))).body.id).toBe('session-1');
  });
});
