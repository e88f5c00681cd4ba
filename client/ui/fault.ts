/** The fields of the forms that an error message can belong to. */
type FaultField =
  | 'username'
  | 'email'
  | 'password'
  | 'code'
  | 'newPassword'
  | 'repeatedPassword'
  | 'order'
  | 'name'
  | 'sender'
  | 'message'
  | 'recipient'
  | 'sendOn';

/** Validation errors of a form, as texts to show. Keep it as state: the form moves the focus for each new one. */
export interface Fault {
  /** For the whole form. */
  message: string | null;
  /** Advice, if the specification's text alone does not contain any. */
  advice: string | null;
  /** One per field. */
  fields: Partial<Record<FaultField, string>>;
}

/** An error of the whole form. */
export function formFault(message: string, advice: string | null = null): Fault {
  return { message, advice, fields: {} };
}

/** Errors of single fields, of which the form focuses the first. */
export function fieldFault(fields: Fault['fields']): Fault {
  return { message: null, advice: null, fields };
}

/** The errors of empty fields, or `null`. White space alone counts as empty. */
export function emptyFieldsFault(
  fields: Partial<Record<FaultField, { value: string; ask: string }>>,
): Fault | null {
  const empty = Object.entries(fields).filter(([, field]) => field.value.trim() === '');
  if (empty.length === 0) return null;
  return fieldFault(Object.fromEntries(empty.map(([name, field]) => [name, field.ask])));
}
