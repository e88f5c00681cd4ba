import { describe, expect, it } from 'vitest';
import { lockOutTime } from './attempts.ts';

describe('the lock-out after wrong passwords', () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, 1],
    [6, 2],
    [10, 32],
    [14, 512],
    [15, 900],
    [1000, 900],
  ])('after %i wrong passwords in a row it lasts %i seconds', (failures, seconds) => {
    expect(lockOutTime(failures)).toBe(seconds * 1000);
  });
});
