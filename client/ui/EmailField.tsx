import type { Ref } from 'react';
import { TextField, type TextFieldProps } from './TextField.tsx';

interface EmailFieldProps extends Pick<TextFieldProps, 'label' | 'value' | 'onChange' | 'error' | 'hint'> {
  ref?: Ref<HTMLInputElement>;
}

/** Somebody's own e-mail address. */
export function EmailField(props: EmailFieldProps) {
  return (
    <TextField {...props} name="email" type="email" inputMode="email" autoComplete="email" literal required />
  );
}
