/** The fields of the account forms that a message can belong to. */
export type FaultField = 'username' | 'email' | 'password' | 'code' | 'newPassword' | 'repeatedPassword';

/** What is wrong with what was sent, in the words to show. */
export interface Fault {
  /** About the whole form. */
  message: string | null;
  /** What to do about it, where the specification's words alone do not say. */
  advice: string | null;
  /** Beside one field each. */
  fields: Partial<Record<FaultField, string>>;
}

/** A fault of the whole form. */
export function formFault(message: string, advice: string | null = null): Fault {
  return { message, advice, fields: {} };
}

/** Faults of single fields. */
export function fieldFault(fields: Fault['fields']): Fault {
  return { message: null, advice: null, fields };
}

/** The fault of fields left empty, or `null`. White space alone is empty. */
export function emptyFieldsFault(
  fields: Partial<Record<FaultField, { value: string; ask: string }>>,
): Fault | null {
  const empty = Object.entries(fields).filter(([, field]) => field.value.trim() === '');
  if (empty.length === 0) return null;
  return fieldFault(Object.fromEntries(empty.map(([name, field]) => [name, field.ask])));
}
