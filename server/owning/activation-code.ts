// The format of activation codes: alphabet, groups, check character.

import { randomInt } from 'node:crypto';
import { normaliseActivationCode } from '#shared/identity-input.ts';

/**
 * The format of the shop's own activation codes: Douglas Crockford's base32 alphabet (crockford.com/base32.html) in
 * lower case, five groups of four, the last character a check. 19 characters are chosen at random: 95 bits.
 */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const randomCharacters = 19;
const betweenGroups = /.{4}(?=.)/g;

/** Characters that people and typefaces confuse; `u` is not in the alphabet and is read as `v`. */
const lookAlikes: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1', u: 'v' };

/** A new code, for example `7k3m-x0fq-9a2b-t6wc-zh4d`. */
export function newActivationCode(): string {
  const values = Array.from({ length: randomCharacters }, () => randomInt(alphabet.length));
  const text = [...values, timesAlpha(remainder(values))].map((value) => alphabet[value]).join('');
  return text.replaceAll(betweenGroups, '$&-');
}

/**
 * A code as it is to whoever types it, for whom spaces and dashes do not matter: without spaces, underscores and everything that
 * looks like a dash or is invisible, as mail programs and keyboards put into it (soft hyphens, minus signs, zero-width spaces),
 * and without the marks of a sentence around it. Two codes with the same are one.
 */
export function withoutSeparators(typed: string): string {
  return normaliseActivationCode(typed)
    .replace(/[\s_\u2043\p{Dash}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/^\p{P}+|\p{P}+$/gu, '');
}

/**
 * The form in which a code is compared if it is not found as typed: {@link withoutSeparators}, and with look-alikes made equal.
 * Migration 0003 did it in SQL for the codes that existed then, and left the marks of a sentence: a code that begins or ends with one
 * is found as it was typed only.
 */
export function foldActivationCode(typed: string): string {
  return withoutSeparators(typed).replace(/[oilu]/g, (character) => lookAlikes[character] ?? character);
}

/**
 * Whether a typed code has the form of the shop's own codes, but a wrong check character: one character is wrong or two
 * have changed places. No such code was ever made here.
 */
export function isMistypedCode(typed: string): boolean {
  const values = [...foldActivationCode(typed)].map((character) => alphabet.indexOf(character));
  const ours = values.length === randomCharacters + 1 && !values.includes(-1);
  return ours && remainder(values) !== 0;
}

/**
 * The characters as digits of a polynomial over the field of 32 elements, at its generator. With the check character
 * last it is zero; any one wrong character and any two that changed places make it something else, because no two
 * of the first 31 powers of the generator are equal.
 */
function remainder(values: readonly number[]): number {
  return values.reduce((sum, value) => timesAlpha(sum) ^ value, 0);
}

/** Multiplies by the generator of GF(32), modulo the primitive polynomial x⁵ + x² + 1. */
function timesAlpha(value: number): number {
  const shifted = value << 1;
  return shifted & 0b100000 ? shifted ^ 0b100101 : shifted;
}
