import { expect, it } from 'vitest';
import { splitStylesheet } from './stylesheet.ts';

const layers = '@layer reset,tokens,base,components,preferences;';
const page = '<div class="Shelf-list Shelf-wide"><p class="skip-link">Words</p></div>';

it('Modules that no public page shows are deferred, with nested rules and animations; all else is critical', () => {
  const { critical, deferred } = splitStylesheet(
    `${layers}@font-face{font-family:Text;src:url(a.woff2)}@layer base{h1{margin:0}}` +
      '@layer components{.Shelf-list{color:red}.Operator-row{color:blue}.Shelf-open .Cover-art{top:0}' +
      '@media (width>1px){.Operator-row{top:0}.skip-link{top:0}}@keyframes Operator-turn{to{top:0}}}' +
      '@layer preferences{@media print{.Operator-row{top:1px}}}',
    [page],
  );
  expect(critical).toBe(
    `${layers}@font-face{font-family:Text;src:url(a.woff2)}@layer base{h1{margin:0}}` +
      '@layer components{.Shelf-list{color:red}.Shelf-open .Cover-art{top:0}' +
      '@media (width>1px){.skip-link{top:0}}}',
  );
  expect(deferred).toBe(
    '@layer components{.Operator-row{color:blue}@media (width>1px){.Operator-row{top:0}}@keyframes Operator-turn{to{top:0}}}' +
      '@layer preferences{@media print{.Operator-row{top:1px}}}',
  );
});

it('A rule of several modules is critical as soon as one of them is', () => {
  const { critical, deferred } = splitStylesheet(
    `${layers}@layer components{.Operator-row,.Shelf-list{top:0}}`,
    [page],
  );
  expect(critical).toContain('.Operator-row,.Shelf-list');
  expect(deferred).toBe('');
});

it('Layers in another order fail the build', () => {
  expect(() => splitStylesheet('@layer components,base;', [page])).toThrow('wrong order');
});
