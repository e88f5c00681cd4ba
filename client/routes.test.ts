import { describe, expect, it } from 'vitest';
import { concretePaths } from '#shared/concrete-paths.ts';
import { loadScreen, parameterAt, routeNames, screenAt } from './routes.tsx';

describe('the table of screens', () => {
  it('finds the screen of every concrete address', () => {
    for (const { name, path } of concretePaths()) expect(screenAt(path)).toBe(name);
  });

  it('tells the parameter in an address, and none where there is none', () => {
    expect(parameterAt('/press/fist')).toBe('fist');
    expect(parameterAt('/operator/orders')).toBe('orders');
    for (const path of ['/operator', '/shop', '/nowhere']) expect(parameterAt(path)).toBe('');
  });

  it.each(['/nowhere', '/shop/product', '/shop/product/fod/more', '/api/config', '/SHOP', '/Open/abc'])(
    'leads nowhere at %s',
    (path) => {
      expect(screenAt(path)).toBe('notFound');
    },
  );

  it.each([...routeNames, 'notFound' as const])(
    'the file of %s exports the component it is named after',
    async (name) => {
      expect(typeof (await loadScreen(name))).toBe('function');
    },
  );
});
