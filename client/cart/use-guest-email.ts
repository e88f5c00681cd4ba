import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { tabMemory } from '#client/tab-memory.ts';
import { giveFocus } from '#client/ui/keep-focus.ts';
import { useHydrated, useTypedText } from '#client/ui/use-hydrated.ts';
import { inputMessages, isEmail, normaliseEmail } from '#shared/identity-input.ts';

/** The address that a guest typed last in this tab, as typed. */
export const typedEmail = tabMemory('guest-email', (value) => typeof value === 'string');

/**
 * A guest's address field with what stands in it: what is typed, or what was typed last in this tab, for whoever comes back
 * from the payment page or the terms.
 * @returns the field's properties, and a function that reads the address, normalised: `null` for none, which the field then says
 */
export function useGuestEmail() {
  const ref = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  // From the first moment on: between a page that comes with a transition and its effects there is time to begin to type.
  const [value, onChange] = useTypedText('email', isHydrated ? (typedEmail.read() ?? '') : '');
  const [isRefused, setRefused] = useState(false);
  const kept = useRef('');
  useEffect(() => {
    if (value !== kept.current) typedEmail.keep(value);
    kept.current = value;
  }, [value]);
  // The prerendered field, in one go with the look at the focus: nobody can begin to type between the two.
  useLayoutEffect(() => {
    // Typed text is not overwritten, nor a field filled that has the focus.
    if (document.activeElement === ref.current) return;
    onChange((typed) => typed || (typedEmail.read() ?? ''));
  }, [onChange]);

  const address = normaliseEmail(value);
  const isAddress = isEmail(address);
  function readAddress(): string | null {
    setRefused(!isAddress);
    if (isAddress) return address;
    giveFocus(ref.current);
    return null;
  }
  // Once it is one, the field says no longer that it is none, also while it is changed again.
  if (isRefused && isAddress) setRefused(false);
  const error = isRefused ? inputMessages.emailInvalid : null;
  return { field: { ref, value, onChange, error }, readAddress };
}
