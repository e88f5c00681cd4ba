/** The one stylesheet of the sandbox's pages: ink ground, paper text, one ember for what can be done. */
export const stylesheet = `
:root {
  --ink-deep: #0a1216; --ink: #101b21; --ink-raised: #18272f; --line: #35505c;
  --paper: #f1e9db; --paper-quiet: #b9c0ba; --ember: #ff9b5e; --on-ember: #1c0d04; --fault: #ffb4a3;
  color-scheme: dark;
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: 0 1.25rem 2rem; color: var(--paper);
  background: var(--ink-deep) repeating-radial-gradient(circle at 50% -6rem, transparent 0 3.4rem, #ffffff0a 3.45rem 3.5rem) no-repeat;
  font: 1.125rem/1.55 "Atkinson Hyperlegible Next", "Atkinson Hyperlegible", system-ui, sans-serif;
}
body.bare { padding: 1rem; min-height: 0; background: var(--ink); }
body.bare main { max-width: 48rem; }
.row { display: grid; gap: 0.75rem; grid-template-columns: 1fr auto; align-items: end; }
.row:has([aria-invalid]) { align-items: start; }
.row:has([aria-invalid]) button { margin-top: 2.1rem; }
.masthead, main, footer { max-width: 36rem; margin-inline: auto; }
main:has(table.log) { max-width: 70rem; }
.masthead { display: flex; align-items: baseline; justify-content: space-between; padding-top: 1.25rem; }
.wordmark { margin: 0; font-size: 1.25rem; font-weight: 700; letter-spacing: 0.01em; }
.mark { margin: 0; color: var(--paper-quiet); font-size: 0.95rem; }
footer { margin-top: 3rem; color: var(--paper-quiet); font-size: 0.95rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 2rem 0 0.75rem; text-wrap: balance; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 2rem 0 0.5rem; }
.card > :first-child { margin-top: 0; }
.card h3 { font-size: 1.125rem; margin: 0 0 0.75rem; }
p, ul { margin: 0 0 1rem; }
a { color: var(--ember); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--ember); outline-offset: 3px; border-radius: 2px; }
.card { background: var(--ink); border: 1px solid var(--line); border-radius: 0.75rem; padding: 1.25rem; margin: 0 0 1.25rem; }
.notice { border-left: 4px solid var(--ember); padding: 0.5rem 0 0.5rem 1rem; }
.fault { border: 2px solid var(--fault); border-radius: 0.5rem; padding: 0.75rem 1rem; color: var(--fault); margin: 0 0 1.25rem; }
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
  background: var(--ink-deep); border: 1px solid #7f959e; border-radius: 0.5rem;
}
input[aria-invalid="true"] { border: 2px solid var(--fault); }
.field { margin: 0 0 1.25rem; }
.field-fault { color: var(--fault); margin: 0.35rem 0 0; }
button {
  font: inherit; font-weight: 700; min-height: 3rem; padding: 0.5rem 1.25rem; width: 100%;
  border-radius: 0.5rem; border: 1px solid #7f959e; background: var(--ink-raised); color: var(--paper); cursor: pointer;
}
button:hover { border-color: var(--ember); }
button.main { background: var(--ember); border-color: var(--ember); color: var(--on-ember); font-size: 1.25rem; }
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
