import { EventEmitter } from 'node:events';
import express from 'express';
import request from 'supertest';
import { expect, it } from 'vitest';
import type { LoadClass } from '#shared/api/contract.ts';
import { answerErrors } from './error-handler.ts';
import { limitConcurrency, shedLoad } from './load-shedding.ts';
import type { ContextResponse } from './request-context.ts';

const responding = () => Object.assign(new EventEmitter(), { locals: {} }) as ContextResponse;

it('Places go by class: a quarter of them to figures, half to calls that wait for the provider, half as many again to webhooks, health has its own', () => {
  const admit = limitConcurrency(10);
  const admitted = (load: LoadClass) => {
    let count = 0;
    while (count < 100 && admit(load, responding())) count += 1;
    return count;
  };
  expect([admitted('telemetry'), admitted('provider'), admitted('telemetry')]).toEqual([3, 2, 0]);
  expect([admitted('standard'), admitted('provider')]).toEqual([5, 0]);
  expect([admitted('webhook'), admitted('standard'), admitted('health')]).toEqual([5, 0, 100]);
});

it('A place is free again when its answer is closed, and a request takes one however often it is asked for', () => {
  const admit = limitConcurrency(1);
  const [first, second] = [responding(), responding()];
  expect([admit('standard', first), admit('standard', first), admit('standard', second)]).toEqual([
    true,
    true,
    false,
  ]);
  first.emit('close');
  expect(admit('standard', second)).toBe(true);
});

it('What left its place while it was answered frees no second one when it is closed', () => {
  const admit = limitConcurrency(1);
  const [stream, next] = [responding(), responding()];
  admit('standard', stream);
  stream.locals.leavePlace?.();
  expect(admit('standard', next)).toBe(true);
  stream.emit('close');
  expect(admit('standard', responding())).toBe(false);
});

it('Who finds no place is told so at once, and when to come back', async () => {
  const shedKinds: string[] = [];
  const shed = shedLoad(limitConcurrency(0), { requestShed: (kind) => void shedKinds.push(kind) });
  const routes: (string | undefined)[] = [];
  const app = express().use((_request, response, next) => {
    response.on('close', () => routes.push(response.locals.quietRoute));
    next();
  });
  for (const load of ['standard', 'health'] as const)
    app.get(`/${load}`, shed(load), (_request, response) => void response.end());
  app.use(answerErrors);
  const refused = await request(app).get('/standard');
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2']);
  expect(JSON.parse(refused.text)).toMatchObject({ code: 'service_unavailable' });
  expect((await request(app).get('/health')).status).toBe(200);
  expect([shedKinds, routes]).toEqual([['standard'], ['(shed)', undefined]]);
});
