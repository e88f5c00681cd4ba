import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { limitConcurrency } from './load-shedding.ts';
import type { ContextResponse } from './request-context.ts';
import { beginStream, limitStreams, mostStreams } from './streams.ts';

const answerTo = (address: string, closed = false) =>
  Object.assign(new EventEmitter(), { closed, locals: { address } }) as ContextResponse & EventEmitter;

it('One address has so many streams, those of a /48 four times as many, and all together so many', () => {
  const admit = limitStreams();
  const admitted = (address: string) => {
    let count = 0;
    while (count < 1000 && admit(answerTo(address))) count += 1;
    return count;
  };
  expect([admitted('192.0.2.1'), admitted('192.0.2.2'), admitted('192.0.2.1')]).toEqual([
    mostStreams,
    mostStreams,
    0,
  ]);
  const ofOneNetwork = Array.from({ length: 10 }, (_, index) => admitted(`2001:db8:1:${index}00::1`));
  expect(ofOneNetwork.reduce((sum, count) => sum + count)).toBe(4 * mostStreams);
  const others = Array.from({ length: 10 }, (_, index) => admitted(`198.51.100.${index}`));
  expect(others.reduce((sum, count) => sum + count)).toBe(8 * mostStreams - 6 * mostStreams);
});

it('A stream makes room for another when it is closed, and one whose client has left already takes none', () => {
  const admit = limitStreams();
  const streams = Array.from({ length: mostStreams }, () => answerTo('192.0.2.1'));
  expect(streams.every(admit)).toBe(true);
  expect(admit(answerTo('192.0.2.1'))).toBe(false);
  streams[0]?.emit('close');
  expect(admit(answerTo('192.0.2.1', true))).toBe(true);
  expect([admit(answerTo('192.0.2.1')), admit(answerTo('192.0.2.1'))]).toEqual([true, false]);
});

it('Past all streams none is allowed, whatever its address, until one of them is closed', () => {
  const admit = limitStreams();
  const streams = Array.from({ length: 8 * mostStreams }, (_, index) => answerTo(`198.51.100.${index}`));
  expect(streams.every(admit)).toBe(true);
  expect(admit(answerTo('192.0.2.1'))).toBe(false);
  streams[0]?.emit('close');
  expect([admit(answerTo('192.0.2.1')), admit(answerTo('192.0.2.2'))]).toEqual([true, false]);
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
