import { expect, it } from 'vitest';
import { splitStylesheet } from './stylesheet.ts';

const layers = '@layer reset,tokens,base,components,preferences;';
const page =
  '<div class="Shelf-list Shelf-wide"><p class="skip-link">Words</p><picture data-art="fod" data-world="fod"></picture></div>';

it('A page gets what belongs to no module, and the rules that match its HTML, with nested rules and the animations that they use', () => {
  const { critical } = splitStylesheet(
    `${layers}@font-face{font-family:Text;src:url(a.woff2)}@property --reach{inherits:true}@layer base{h1{margin:0}}` +
      '@layer components{.Shelf-list{color:red}.Operator-row{color:blue}.Shelf-list .Cover-art{top:0}.Shelf-open{top:0}' +
      '.Shelf-list:not(.Shelf-open, :has(.Cover-art)){top:1px}' +
      '@media (width>1px){.Operator-row{top:0}.skip-link{top:0}}@keyframes Operator-turn{to{top:0}}' +
      '.Shelf-wide{animation:1s Shelf-turn,2s page-comes}.Shelf-open{animation-name:Shelf-open}}' +
      '@layer preferences{*{transition:none}}@keyframes Shelf-turn{to{top:0}}@keyframes Shelf-open{to{top:0}}' +
      '@keyframes Cover-turn{to{top:0}}@keyframes page-comes{to{top:0}}',
  );
  expect(critical(page)).toBe(
    `${layers}@font-face{font-family:Text;src:url(a.woff2)}@property --reach{inherits:true}@layer base{h1{margin:0}}` +
      '@layer components{.Shelf-list{color:red}.Shelf-list:not(.Shelf-open, :has(.Cover-art)){top:1px}' +
      '@media (width>1px){.skip-link{top:0}}.Shelf-wide{animation:1s Shelf-turn,2s page-comes}}' +
      '@layer preferences{*{transition:none}}@keyframes Shelf-turn{to{top:0}}@keyframes page-comes{to{top:0}}',
  );
});

it('A page gets the colours and the light of its own pictures and worlds alone, and the others come later', () => {
  const { critical, deferred } = splitStylesheet(
    `${layers}@layer tokens{:root{top:0}[data-world=fist]{top:0}[data-world="fod"]{top:0}:root [data-world]{top:1px}}` +
      '@layer components{[data-art=fod]{color:red}[data-art=fod-wide]{top:0}[data-scene="fod"]{top:1px}}',
  );
  expect(critical(page)).toBe(
    `${layers}@layer tokens{:root{top:0}[data-world="fod"]{top:0}:root [data-world]{top:1px}}` +
      '@layer components{[data-art=fod]{color:red}}',
  );
  expect(deferred).toBe(
    '@layer tokens{:root{top:0}[data-world=fist]{top:0}[data-world="fod"]{top:0}:root [data-world]{top:1px}}' +
      '@layer components{[data-art=fod]{color:red}[data-art=fod-wide]{top:0}[data-scene="fod"]{top:1px}}',
  );
});

it('What is loaded later says all rules of components again in their order, or a page would lose against those before its own', () => {
  const { deferred } = splitStylesheet(
    `${layers}@font-face{font-family:Text;src:url(a.woff2)}@property --reach{inherits:true}` +
      '@layer base{h1{margin:0}}@layer components{.Page-main{top:0}.skip-link{top:1px}.Shelf-list{top:2px}}' +
      '@layer preferences{*{transition:none}}@keyframes Shelf-turn{to{top:0}}@keyframes page-comes{to{top:0}}',
  );
  expect(deferred).toBe(
    '@layer components{.Page-main{top:0}.skip-link{top:1px}.Shelf-list{top:2px}}@keyframes Shelf-turn{to{top:0}}',
  );
});

it('A page gets the tokens that its rules, its HTML or the boot script use, and what those are made of; all come later', () => {
  const tokens =
    '@layer tokens{:root{--ink:#000;--ember:#fa0;--accent:var(--ember);--danger:#f00;--edge:#777;--space:1px}@media print{:root{--ink:#fff;--edge:#000}}}';
  const { critical, deferred } = splitStylesheet(
    `${layers}${tokens}@layer base{h1{color:var(--ink)}}@layer components{.Shelf-list{--own:1px;color:var(--accent)}.Operator-row{top:var(--space)}}`,
  );
  expect(critical(`${page}<p style="color:var(--edge)">`, 'a{background:var(--danger)}')).toBe(
    `${layers}@layer tokens{:root{--ink:#000;--ember:#fa0;--accent:var(--ember);--danger:#f00;--edge:#777}@media print{:root{--ink:#fff;--edge:#000}}}` +
      '@layer base{h1{color:var(--ink)}}@layer components{.Shelf-list{--own:1px;color:var(--accent)}}',
  );
  expect(deferred).toContain(tokens);
});

it('How a disabled button looks comes later where the HTML has none', () => {
  const css = `${layers}@layer components{.Shelf-list{top:0}.Shelf-list:not(:disabled){top:1px}.Shelf-list:disabled{top:2px}}`;
  const { critical, deferred } = splitStylesheet(css);
  expect(critical(page)).toBe(
    `${layers}@layer components{.Shelf-list{top:0}.Shelf-list:not(:disabled){top:1px}}`,
  );
  expect(critical(`${page}<button disabled="">`)).toBe(css);
  expect(`${layers}${deferred}`).toBe(css);
});

it('What moves from page to page comes later, with its animations: only scripts do that', () => {
  const css = `${layers}@media (width>1px){::view-transition-new(.page){animation:1s Page-comes}}@keyframes Page-comes{to{top:0}}`;
  const { critical, deferred } = splitStylesheet(css);
  expect(`${critical(page)};`).toBe(layers);
  expect(`${critical('<div class="Page-page">')};`).toBe(layers);
  expect(`${layers}${deferred}`).toBe(css);
});

it('How components look on paper comes later, how colours do at once', () => {
  const { critical, deferred } = splitStylesheet(
    `${layers}@layer tokens{@media print{:root{top:0}}}@layer components{@media print{.Shelf-list{top:0}}}`,
  );
  expect(critical(page)).toBe(`${layers}@layer tokens{@media print{:root{top:0}}}`);
  expect(deferred).toBe(
    '@layer tokens{@media print{:root{top:0}}}@layer components{@media print{.Shelf-list{top:0}}}',
  );
});

it('What the minifier sets for `light-dark()` is nowhere, unless something uses it', () => {
  const settings = '@layer tokens{:root{--lightningcss-light:initial;--ink:#000}}';
  const body = '@layer base{body{color:var(--ink)}}';
  expect(splitStylesheet(layers + settings + body).critical(page)).toBe(
    `${layers}@layer tokens{:root{--ink:#000}}${body}`,
  );
  const used = `${layers}${settings}${body}@layer base{h1{color:var(--lightningcss-light,#fff)}}`;
  expect(splitStylesheet(used).critical(page)).toBe(used);
});

it('A rule with several selectors is critical as soon as one of them matches', () => {
  const { critical } = splitStylesheet(`${layers}@layer components{.Operator-row,.Shelf-list{top:0}}`);
  expect(critical(page)).toContain('.Operator-row,.Shelf-list');
});

it('Layers in another order fail the build', () => {
  expect(() => splitStylesheet('@layer components,base;')).toThrow('wrong order');
});
