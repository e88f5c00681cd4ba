import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import { describe, expect, it, vi } from 'vitest';
import { browserIdOf, keepBrowserId, newBrowserId } from './browser-cookie.ts';

const https = { publicUrl: 'https://shop.example.com' };
const http = { publicUrl: 'http://localhost:3000' };
const id = 'AbCdEfGhIjKlMnOpQr_-19';
const sent = (cookie?: string) => ({ headers: { cookie } }) as IncomingMessage;

describe("the browser's cookie", () => {
  it('is read among others, under the name that only this host can have set', () => {
    expect(browserIdOf(sent(`a=b; __Host-browser=${id}; c=d`), https)).toBe(id);
    expect(browserIdOf(sent(`browser=${id}`), http)).toBe(id);
  });

  it.each([undefined, '', `browser=${id}`, `x__Host-browser=${id}`, `a=__Host-browser=${id}`])(
    'is none in %j',
    (cookie) => expect(browserIdOf(sent(cookie), https)).toBeNull(),
  );

  it.each(['\u00a0', '\t', '\v', '\f', '\ufeff'])(
    'of another host, under a name that browsers let it set because %j stands before it, is none, and hides no good one',
    (blank) => {
      const planted = `${blank}__Host-browser=${'A'.repeat(22)}`;
      expect(browserIdOf(sent(planted), https)).toBeNull();
      expect(browserIdOf(sent(`${planted}; __Host-browser=${id}`), https)).toBe(id);
    },
  );

  it.each([id.slice(1), `${id}A`, `A${id}`, `${id.slice(1)}!`, ''])(
    'with an id that is not ours, %j, is none',
    (other) => expect(browserIdOf(sent(`__Host-browser=${other}`), https)).toBeNull(),
  );

  it('is out of reach of scripts and of other sites, for 30 days', () => {
    const cookie = vi.fn();
    const response = { cookie } as unknown as Response;
    keepBrowserId(response, id, https);
    keepBrowserId(response, id, http);
    const always = { httpOnly: true, sameSite: 'strict', path: '/', maxAge: 30 * 24 * 60 * 60 * 1000 };
    expect(cookie.mock.calls).toEqual([
      ['__Host-browser', id, { ...always, secure: true }],
      ['browser', id, { ...always, secure: false }],
    ]);
  });

  it('gets an id that nobody guesses, of the form that is read', () => {
    const ids = new Set(Array.from({ length: 100 }, newBrowserId));
    expect(ids.size).toBe(100);
    for (const made of ids) expect(browserIdOf(sent(`__Host-browser=${made}`), https)).toBe(made);
  });
});
