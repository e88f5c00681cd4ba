/** Shown without JavaScript: what does not work then. */
export function NeedsScript() {
  return (
    <noscript>
      <p>Signing in needs JavaScript. Everything else here can be read without it.</p>
    </noscript>
  );
}
