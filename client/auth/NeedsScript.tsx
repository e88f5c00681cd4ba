/** For browsers that run no scripts: what cannot work here. */
export function NeedsScript() {
  return (
    <noscript>
      <p>Signing in needs JavaScript. Everything else here can be read without it.</p>
    </noscript>
  );
}
