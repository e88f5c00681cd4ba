import { refusal } from './errors.ts';

/** What a new password needs. The service's policy has these five parts. */
export interface PasswordPolicy {
  /** In characters; the service allows 6 to 99. */
  minimumLength: number;
  lowercase: boolean;
  uppercase: boolean;
  numbers: boolean;
  symbols: boolean;
}

/** The specification asks for 8 characters and shows no other rule (sections 5 and 9). */
export const eightCharacters: PasswordPolicy = {
  minimumLength: 8,
  lowercase: false,
  uppercase: false,
  numbers: false,
  symbols: false,
};

/**
 * Refuses a password that breaks the policy, naming the first broken part as the service does.
 * @throws {IdentityError} `InvalidPasswordException`
 */
export function checkPassword(policy: PasswordPolicy, password: string): void {
  const broken =
    (password.length < policy.minimumLength && 'Password not long enough') ||
    (policy.lowercase && !/[a-z]/.test(password) && 'Password must have lowercase characters') ||
    (policy.uppercase && !/[A-Z]/.test(password) && 'Password must have uppercase characters') ||
    (policy.numbers && !/[0-9]/.test(password) && 'Password must have numeric characters') ||
    (policy.symbols && !/[^A-Za-z0-9]/.test(password) && 'Password must have symbol characters');
  if (broken) throw refusal('InvalidPasswordException', `Password did not conform with policy: ${broken}`);
}
