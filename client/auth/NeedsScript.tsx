import { facts } from '#facts';

/** Shown without JavaScript: what does not work then, and who helps. */
export function NeedsScript() {
  return (
    <noscript>
      <p>
        Accounts need JavaScript. If you cannot switch it on, write to{' '}
        <a href={`mailto:${facts.email.support}`}>{facts.email.support}</a> and we will help you.
      </p>
    </noscript>
  );
}
