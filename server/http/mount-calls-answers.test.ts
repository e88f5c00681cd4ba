import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { onlyNamed } from './mount-calls.ts';

describe('an answer to the operator’s page', () => {
  const named = z.object({ id: z.int(), at: z.iso.datetime(), note: z.string().nullable() });
  const schema = z.object({ list: z.array(named), one: named.optional(), none: named.nullable() });

  it('holds what its contract names, however deep, and nothing else of what the use case told', () => {
    const at = new Date();
    const row = { id: 0, at, note: '', email: 'anna@example.com' };
    const told = { list: [row, { ...row, note: null }], one: row, none: null, secret: 1 };
    expect(onlyNamed(schema, told)).toEqual({
      list: [
        { id: 0, at, note: '' },
        { id: 0, at, note: null },
      ],
      one: { id: 0, at, note: '' },
      none: null,
    });
    expect(onlyNamed(schema, { list: [], one: undefined, none: null })).toEqual({ list: [], none: null });
    expect(onlyNamed(z.string(), 'text')).toBe('text');
  });
});
