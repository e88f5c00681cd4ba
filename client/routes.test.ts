import { describe, expect, it } from 'vitest';
import { concretePaths } from '#shared/concrete-paths.ts';
import { hasScreen, loadScreen, screenAt, shownRoutes } from './routes.tsx';

describe('the table of screens', () => {
  it('finds the screen of every concrete address that has one', () => {
    const shown = concretePaths().filter(({ name }) => hasScreen(name));
    expect(shown.length).toBeGreaterThan(0);
    for (const { name, path } of shown) expect(screenAt(path)).toBe(name);
  });

  it.each(['/nowhere', '/shop/product', '/shop/product/fod/more', '/api/config'])(
    'leads nowhere at %s',
    (path) => {
      expect(screenAt(path)).toBe('notFound');
    },
  );

  it.each([...shownRoutes, 'notFound' as const])(
    'the file of %s exports the component it is named after',
    async (name) => {
      expect(typeof (await loadScreen(name))).toBe('function');
    },
  );
});
