import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { assertPicturesThere } from './shown-pictures.ts';

it('A page that shows a picture that is not there stops the build, in any crop, width and format', () => {
  const client = mkdtempSync(join(tmpdir(), 'client-'));
  onTestFinished(() => rmSync(client, { recursive: true }));
  mkdirSync(join(client, 'art'));
  for (const file of ['booth-160.0a1b2c3d.avif', 'booth-320.0a1b2c3d.avif', 'booth-640.0a1b2c3d.jpg'])
    writeFileSync(join(client, 'art', file), '');
  const page = (name: string) =>
    `<picture data-art="booth"><source srcSet="/art/booth-160.0a1b2c3d.avif 160w, /art/${name}-320.0a1b2c3d.avif 320w"/>` +
    '<img src="/art/booth-640.0a1b2c3d.jpg" alt=""/></picture>';
  expect(() => assertPicturesThere(page('booth'), client, '/jobs')).not.toThrow();
  expect(() => assertPicturesThere(page('boooth'), client, '/jobs')).toThrow(
    'The page /jobs shows /art/boooth-320.0a1b2c3d.avif',
  );
});
