import { describe, expect, it } from 'vitest';
import { anna } from '#tests/support/accounts.ts';
import { createVerifiedTokens } from './verified-tokens.ts';

describe('tokens that were verified before', () => {
  it('are remembered until they expire, to the second', () => {
    let seconds = 1000;
    const tokens = createVerifiedTokens(() => new Date(seconds * 1000));
    tokens.remember('token', anna, 1060);
    seconds = 1059;
    expect(tokens.get('token')).toEqual(anna);
    seconds = 1060;
    expect(tokens.get('token')).toBeUndefined();
  });

  it('are forgotten when the keys change', () => {
    const tokens = createVerifiedTokens(() => new Date(0));
    tokens.remember('token', anna, 60);
    tokens.clear();
    expect(tokens.get('token')).toBeUndefined();
  });

  it('do not grow without bound: the one not used for longest goes first', () => {
    const tokens = createVerifiedTokens(() => new Date(0), 2);
    tokens.remember('first', anna, 60);
    tokens.remember('second', anna, 60);
    tokens.get('first');
    tokens.remember('third', anna, 60);
    expect(tokens.get('second')).toBeUndefined();
    expect(tokens.get('first')).toEqual(anna);
    expect(tokens.get('third')).toEqual(anna);
  });
});
