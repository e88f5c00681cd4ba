import { type RefObject, useEffect } from 'react';
import { useTypedText } from '#client/auth/use-hydrated.ts';
import { lastCheckout } from './last-checkout.ts';

/** What stands in a guest's address field: what is typed, or the last address of this tab for a returning buyer. */
export function useGuestEmail(field: RefObject<HTMLInputElement | null>): ReturnType<typeof useTypedText> {
  const [email, setEmail] = useTypedText('email');
  useEffect(() => {
    // Typed text is not overwritten, nor a field filled that has the focus.
    if (document.activeElement === field.current) return;
    setEmail((typed) => typed || (lastCheckout()?.email ?? ''));
  }, [setEmail, field]);
  return [email, setEmail];
}
