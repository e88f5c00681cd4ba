import { type RefObject, useEffect, useRef } from 'react';
import { useTypedText } from '#client/auth/use-hydrated.ts';
import { tabMemory } from '#client/tab-memory.ts';

/** The address that a guest typed last in this tab, as typed. */
export const typedEmail = tabMemory('guest-email', (value) => typeof value === 'string');

/**
 * What stands in a guest's address field: what is typed, or what was typed last in this tab, for whoever comes back from the
 * payment page or the terms.
 */
export function useGuestEmail(field: RefObject<HTMLInputElement | null>): ReturnType<typeof useTypedText> {
  const [email, setEmail] = useTypedText('email');
  const kept = useRef('');
  useEffect(() => {
    if (email !== kept.current) typedEmail.keep(email);
    kept.current = email;
  }, [email]);
  useEffect(() => {
    // Typed text is not overwritten, nor a field filled that has the focus.
    if (document.activeElement === field.current) return;
    setEmail((typed) => typed || (typedEmail.read() ?? ''));
  }, [setEmail, field]);
  return [email, setEmail];
}
