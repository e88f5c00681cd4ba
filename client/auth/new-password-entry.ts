import { inputMessages, newPasswordFault } from '#shared/identity-input.ts';
import { type Fault, fieldFault } from './fault.ts';

/** What is wrong with a new password typed twice (specification, section 5), beside the field to mend; or `null`. */
export function newPasswordEntryFault(newPassword: string, repeatedPassword: string): Fault | null {
  const message = newPasswordFault(newPassword, repeatedPassword);
  if (message === null) return null;
  return fieldFault(
    message === inputMessages.passwordsDiffer ? { repeatedPassword: message } : { newPassword: message },
  );
}
