import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { expect, it, vi } from 'vitest';
import { limitConcurrency } from './load-shedding.ts';
import type { ContextResponse } from './request-context.ts';
import { beginStream, limitStreams, mostStreams, unlessGone } from './streams.ts';

function answerTo(address: string, closed = false) {
  const destroy = vi.fn();
  const response = Object.assign(new EventEmitter(), {
    ...{ closed, locals: { address }, req: { socket: { destroy } } },
  }) as unknown as ContextResponse & EventEmitter;
  return Object.assign(response, { isEnded: () => destroy.mock.calls.length > 0 });
}
const streamsOf = (address: string, count = mostStreams) =>
  Array.from({ length: count }, () => answerTo(address));
const endedOf = (streams: ReturnType<typeof streamsOf>) =>
  streams.flatMap(({ isEnded }, index) => (isEnded() ? [index] : []));

it('One address has so many streams, those of a /48 four times as many, and all together eight times', () => {
  const admit = limitStreams();
  for (const addresses of [
    ['192.0.2.1', '192.0.2.2'],
    ['0', '100', '200', '300'].map((network) => `2001:db8:1:${network}::1`),
    ['192.0.2.3', '192.0.2.4'],
  ])
    for (const address of addresses) {
      const streams = streamsOf(address);
      expect(streams.every(admit)).toBe(true);
      expect(admit(answerTo(address))).toBe(false);
      expect(endedOf(streams)).toEqual([]);
    }
});

it('A stream makes room for another when it is closed, and one whose client has left already takes none', () => {
  const admit = limitStreams();
  const streams = streamsOf('192.0.2.1');
  expect(streams.every(admit)).toBe(true);
  expect(admit(answerTo('192.0.2.1'))).toBe(false);
  streams[0]?.emit('close');
  expect(admit(answerTo('192.0.2.1', true))).toBe(true);
  expect([admit(answerTo('192.0.2.1')), admit(answerTo('192.0.2.1'))]).toEqual([true, false]);
});

it('Past all streams none is allowed to an address that has as many as any other, until one is closed', () => {
  const admit = limitStreams();
  const streams = Array.from({ length: 8 * mostStreams }, (_, index) => answerTo(`198.51.100.${index}`));
  expect(streams.every(admit)).toBe(true);
  expect(admit(answerTo('192.0.2.1'))).toBe(false);
  expect(endedOf(streams)).toEqual([]);
  streams[0]?.emit('close');
  expect([admit(answerTo('192.0.2.1')), admit(answerTo('192.0.2.2'))]).toEqual([true, false]);
});

it('Addresses that take all streams keep nobody else out: the oldest one of whoever has most ends', () => {
  const admit = limitStreams();
  const ofMost = Array.from({ length: 8 }, (_, index) => streamsOf(`203.0.113.${index}`));
  expect(ofMost.flat().every(admit)).toBe(true);
  const admitted = (address: string) => streamsOf(address).filter(admit).length;
  // Of nine each may have 28 then: 256 / 9.
  expect(admitted('192.0.2.1')).toBe(28);
  expect(ofMost.map((streams) => endedOf(streams).length).toSorted()).toEqual([3, 3, 3, 3, 4, 4, 4, 4]);
  expect(endedOf(ofMost[7] ?? [])).toEqual([0, 1, 2]);
  // A connection that closes late was counted off when its stream was ended.
  ofMost[0]?.[0]?.emit('close');
  expect(admitted('192.0.2.1')).toBe(0);
});

it('The /64s of one /48 share its streams as all addresses share theirs', () => {
  const admit = limitStreams();
  const ofMost = [0, 1, 2, 3].map((index) => streamsOf(`2001:db8:1:${index}00::1`));
  expect(ofMost.flat().every(admit)).toBe(true);
  expect(admit(answerTo('2001:db8:1:400::1'))).toBe(true);
  expect(ofMost.map(endedOf)).toEqual([[0], [], [], []]);
});

it('A request that becomes a stream gives its place to another; past the streams it is refused and keeps it', () => {
  const admit = limitConcurrency(1);
  for (let count = 0; count < mostStreams; count += 1) {
    const stream = answerTo('192.0.2.1');
    expect(admit('standard', stream)).toBe(true);
    beginStream(stream);
  }
  const next = answerTo('192.0.2.1');
  expect(admit('standard', next)).toBe(true);
  expect(() => beginStream(next)).toThrow(expect.objectContaining({ code: 'service_unavailable' }));
  const other = answerTo('192.0.2.2');
  expect(admit('standard', other)).toBe(false);
  next.emit('close');
  expect(admit('standard', other)).toBe(true);
});

it('What breaks the connection of a file is handed on to nobody, and what else fails is', () => {
  const next = vi.fn();
  const socket = { destroyed: false };
  const done = unlessGone({ req: { socket } } as Response, next);
  const fault = new Error('too many open files');
  done();
  expect(next).not.toHaveBeenCalled();
  done(fault);
  socket.destroyed = true;
  done(new Error('Parse Error: Data after Connection: close'));
  expect(next.mock.calls).toEqual([[fault]]);
});
