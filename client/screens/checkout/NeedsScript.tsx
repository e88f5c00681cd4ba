import { SupportMail } from './SupportMail.tsx';

/** Shown without JavaScript: what does not work then, and who helps. */
export function NeedsScript() {
  return (
    <noscript>
      <p>
        The cart and the payment need JavaScript. If you cannot switch it on, write to <SupportMail /> and we
        will help you buy.
      </p>
    </noscript>
  );
}
