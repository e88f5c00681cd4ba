import { type FormEvent, useRef, useState } from 'react';
import { TermsAccepted } from '#client/cart/TermsAccepted.tsx';
import { useCheckout } from '#client/cart/use-checkout.ts';
import { useGuestEmail } from '#client/cart/use-guest-email.ts';
import { Button } from '#client/ui/Button.tsx';
import { EmailField } from '#client/ui/EmailField.tsx';
import { giveFocus } from '#client/ui/keep-focus.ts';
import { Notice } from '#client/ui/Notice.tsx';
import type { Product } from '#shared/catalogue.ts';
import { inputMessages, isEmail, normaliseEmail } from '#shared/identity-input.ts';
import { formatSek } from '#shared/money.ts';
import styles from './BuyWithoutAccount.module.css';

/**
 * A guest's gift of several products: it unlocks nothing yet, so an address for the receipt is enough for the whole cart.
 */
export function GuestGift({ products }: { products: readonly Product[] }) {
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useGuestEmail(field);
  const checkout = useCheckout({ from: 'cart', onSignedOut: () => undefined });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = normaliseEmail(email);
    if (isEmail(address)) {
      setError(null);
      checkout.start(products, { email: address, signedIn: false, isGift: true });
      return;
    }
    setError(inputMessages.emailInvalid);
    giveFocus(field.current);
  };
  return (
    <form className={styles['form']} method="post" onSubmit={submit} noValidate>
      <p>
        Your gift: {products.length} products,{' '}
        <strong>{formatSek(products.reduce((sum, { priceOre }) => sum + priceOre, 0))}</strong>, VAT included.
      </p>
      <EmailField
        ref={field}
        label="Your email address"
        value={email}
        onChange={setEmail}
        error={error}
        hint="For the receipt. Whose it is to be you say after paying."
      />
      {checkout.fault ? <Notice kind="error">{checkout.fault}</Notice> : null}
      <Button type="submit" busy={checkout.busy} busyLabel="Preparing the payment">
        Continue to Checkout
      </Button>
      <p>
        <TermsAccepted />
      </p>
    </form>
  );
}
