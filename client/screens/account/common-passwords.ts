import { site } from '#shared/site.ts';

/** The most common words in leaked passwords, without the digits and signs that people append. */
const commonWords = new Set([
  ...`password passwort losenord motdepasse contrasena qwerty qwertyuiop qwertzuiop
    asdfghjk asdfghjkl zxcvbnm qazwsx qazwsxedc oneqaz abc abcd abcde iloveyou
    welcome valkommen letmein trustno admin administrator master login changeme
    princess sunshine football fotboll baseball basketball superman batman spiderman
    starwars pokemon naruto dragon monkey shadow michael jennifer jessica charlie
    computer internet samsung google whatever sommar hejsan stockholm liverpool
    chocolate butterfly freedom killer secret hello hallo test testing user guest`.split(/\s+/),
  site.name.toLowerCase().replace(/[^a-z]/g, ''),
]);

const rows = [
  '01234567890',
  '09876543210',
  'abcdefghijklmnopqrstuvwxyz',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv',
];

/** Digits and signs that stand for letters. */
const lookAlikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  å: 'a',
  ä: 'a',
  ö: 'o',
};

/**
 * Whether a new password is one of the first that an attacker tries: a common word with digits, a row of keys, one
 * repeated character, or the person's own name. A short list, and no promise that others are good: the user pool's policy
 * is checked after it.
 */
export function isCommonPassword(password: string, own: { username: string; email: string }): boolean {
  const typed = password.toLowerCase();
  const names = [own.username, own.email, own.email.split('@')[0] ?? ''].map((name) => name.toLowerCase());
  if (names.includes(typed) || /^(.{1,2})\1+.?$/.test(typed)) return true;
  if (rows.some((row) => row.includes(typed))) return true;
  const word = typed.replace(/[^a-zåäö]+$/, '');
  const letters = [...word].map((character) => lookAlikes[character] ?? character).join('');
  return commonWords.has(letters) || commonWords.has(word);
}
