import { fontPath } from './fonts.ts';

/**
 * The one stylesheet of the sandbox's pages, in the colours, corners and typefaces of the shop (client/styles/tokens.css).
 */
export const stylesheet = `
@font-face { font-family: Text; font-display: swap; font-weight: 200 800; src: url("${fontPath('text')}") format("woff2"); }
@font-face { font-family: Display; font-display: swap; font-weight: 100 900; src: url("${fontPath('display')}") format("woff2"); }
:root {
  --ink-deep: #071113; --ink: #0c1a1d; --ink-raised: #13272b; --line: #2b464b; --edge: #7f979a;
  --paper: #f3eadb; --paper-quiet: #cbc3b4; --ember: #f59a4a; --ember-bright: #ffb470; --on-ember: #1b0d03;
  --fault: #ff9c8f; --radius: 3px;
  color-scheme: dark;
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: 0 1.25rem 2rem; color: var(--paper);
  background: var(--ink-deep) repeating-radial-gradient(circle at 50% -6rem, transparent 0 3.4rem, #ffffff0a 3.45rem 3.5rem) no-repeat;
  font: 1.125rem/1.55 Text, system-ui, sans-serif; overflow-wrap: break-word;
}
body.bare { padding: 1rem; min-height: 0; background: var(--ink); }
body.bare main { max-width: 48rem; }
.row { display: grid; gap: 0.75rem; grid-template-columns: 1fr auto; align-items: end; }
.row:has([aria-invalid]) { align-items: start; }
.row:has([aria-invalid]) button { margin-top: 2.1rem; }
.masthead, main, footer { max-width: 36rem; margin-inline: auto; }
main:has(table.log) { max-width: 70rem; }
.masthead { display: flex; align-items: center; justify-content: space-between; padding-top: 1.25rem; }
.wordmark { display: flex; align-items: center; gap: 0.45em; margin: 0; font: 520 1.75rem/1 Display, serif; letter-spacing: 0.01em; }
.wordmark svg { width: 1.25em; height: 1.25em; color: var(--ember); fill: none; stroke: currentColor; stroke-width: 2.4; stroke-linecap: round; }
.wordmark .listener { fill: currentColor; stroke: none; }
.mark { margin: 0; color: var(--paper-quiet); font-size: 0.95rem; }
footer { margin-top: 3rem; color: var(--paper-quiet); font-size: 0.95rem; }
h1 { font: 490 clamp(2.2rem, 1.8rem + 1.7vw, 3.1rem)/1.05 Display, serif; margin: 2rem 0 1rem; text-wrap: balance; }
h2 { font: 490 1.7rem/1.15 Display, serif; margin: 2.25rem 0 0.75rem; }
.card > :first-child { margin-top: 0; }
.card h3 { font-size: 1.125rem; margin: 0 0 0.75rem; }
p, ul { margin: 0 0 1rem; }
a { color: var(--ember); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--ember); outline-offset: 3px; border-radius: 2px; }
.card { background: var(--ink); border: 1px solid var(--line); border-radius: var(--radius); padding: 1.25rem; margin: 0 0 1.25rem; }
.notice { border-left: 4px solid var(--ember); padding: 0.5rem 0 0.5rem 1rem; }
.fault { border: 2px solid var(--fault); border-radius: var(--radius); padding: 0.75rem 1rem; color: var(--fault); margin: 0 0 1.25rem; }
.quiet { color: var(--paper-quiet); font-size: 1rem; }
.lines { list-style: none; padding: 0; margin: 0; }
.lines li, .total { display: flex; gap: 1rem; justify-content: space-between; padding: 0.6rem 0; }
.lines li { border-bottom: 1px solid var(--line); }
.total { margin: 0; padding-bottom: 0; font-weight: 700; font-size: 1.25rem; }
.amount { white-space: nowrap; font-variant-numeric: tabular-nums; }
label { display: block; font-weight: 600; margin-bottom: 0.35rem; }
.choice { display: flex; gap: 0.75rem; align-items: flex-start; margin: 0 0 1.25rem; }
.choice input { width: 1.5rem; height: 1.5rem; flex: none; accent-color: var(--ember); }
.choice label { font-weight: 400; margin: 0; }
input[type="email"], input[type="text"], input[type="number"], select {
  width: 100%; min-height: 3rem; padding: 0.5rem 0.75rem; font: inherit; color: var(--paper);
  background: var(--ink-deep); border: 1px solid var(--edge); border-radius: var(--radius);
}
input[aria-invalid="true"] { border: 2px solid var(--fault); }
.field { margin: 0 0 1.25rem; }
.field-fault { color: var(--fault); margin: 0.35rem 0 0; }
button {
  font: inherit; font-weight: 650; min-height: 3rem; padding: 0.5rem 1.25rem; width: 100%;
  border-radius: var(--radius); border: 2px solid var(--edge); background: transparent; color: var(--paper); cursor: pointer;
}
button:hover { background: var(--ink-raised); border-color: var(--ember); }
button.main { background: var(--ember); border-color: var(--ember); color: var(--on-ember); font-size: 1.25rem; }
button.main:hover { background: var(--ember-bright); border-color: var(--ember-bright); }
.stack { display: grid; gap: 0.75rem; }
.grid { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); }
.grid .card { margin: 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 1rem; }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid var(--line); }
td button { width: auto; min-height: 2.75rem; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.95em; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; margin: 0; }
`;
