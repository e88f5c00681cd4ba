import { type Fault, fieldFault } from '#client/ui/fault.ts';
import { inputMessages, newPasswordFault } from '#shared/identity-input.ts';

/** Validates a new password typed twice (specification, section 5), with the error beside its field; or `null`. */
export function newPasswordEntryFault(newPassword: string, repeatedPassword: string): Fault | null {
  const message = newPasswordFault(newPassword, repeatedPassword);
  if (message === null) return null;
  return fieldFault(
    message === inputMessages.passwordsDiffer ? { repeatedPassword: message } : { newPassword: message },
  );
}
