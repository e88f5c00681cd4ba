import type { FormEvent } from 'react';
import { TermsAccepted } from '#client/cart/BuyersRights.tsx';
import { useCheckout } from '#client/cart/use-checkout.ts';
import { useGuestEmail } from '#client/cart/use-guest-email.ts';
import { Button } from '#client/ui/Button.tsx';
import { EmailField } from '#client/ui/EmailField.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import type { Product } from '#shared/catalogue.ts';
import { formatSek, sumOf } from '#shared/money.ts';
import styles from './BuyWithoutAccount.module.css';

/**
 * A guest's gift of several products: it unlocks nothing yet, so an address for the receipt is enough for the whole cart.
 */
export function GuestGift({ products }: { products: readonly Product[] }) {
  const { field, readAddress } = useGuestEmail();
  const checkout = useCheckout({ from: 'cart', onSignedOut: () => undefined });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const email = readAddress();
    if (email !== null) checkout.start(products, { email, signedIn: false, isGift: true });
  };
  return (
    <form className={styles['form']} method="post" onSubmit={submit} noValidate>
      <p>
        Your gift: {products.length} products,{' '}
        <strong>{formatSek(sumOf(products.map(({ priceOre }) => priceOre)))}</strong>, VAT included.
      </p>
      <EmailField
        {...field}
        label="Your email address"
        hint="For the receipt. After paying you say who gets the gift."
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
