import { LabelledField, type TextFieldProps } from './TextField.tsx';

type TextAreaProps = Pick<
  TextFieldProps,
  | 'label'
  | 'name'
  | 'value'
  | 'onChange'
  | 'error'
  | 'hint'
  | 'autoComplete'
  | 'spellCheck'
  | 'disabled'
  | 'required'
  | 'maxLength'
>;

/** Several lines of text, with their label above them. */
export function TextArea({ label, onChange, error, hint, ...area }: TextAreaProps) {
  return (
    <LabelledField label={label} hint={hint} error={error}>
      {(attributes) => (
        <textarea
          {...area}
          {...attributes}
          rows={4}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </LabelledField>
  );
}
