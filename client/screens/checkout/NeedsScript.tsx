import { facts } from '#facts';

/** For browsers that run no scripts: what cannot work here, and who helps. */
export function NeedsScript() {
  return (
    <noscript>
      <p>
        The cart and the payment need JavaScript. If you cannot switch it on, write to{' '}
        <a href={`mailto:${facts.email.support}`}>{facts.email.support}</a> and we will help you buy.
      </p>
    </noscript>
  );
}
