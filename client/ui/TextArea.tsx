import { useHeldStill } from './busy-area.tsx';
import { LabelledField, type TextFieldProps, uncorrected } from './TextField.tsx';

type TextAreaProps = Pick<
  TextFieldProps,
  'label' | 'name' | 'value' | 'onChange' | 'error' | 'hint' | 'literal' | 'autoComplete'
>;

/** Several lines of text, with their label above them. */
export function TextArea({ label, onChange, error, hint, literal, ...area }: TextAreaProps) {
  const held = useHeldStill();
  return (
    <LabelledField label={label} hint={hint} error={error}>
      {(attributes) => (
        <textarea
          {...area}
          {...(literal ? uncorrected : {})}
          {...attributes}
          dir="auto"
          rows={4}
          readOnly={held}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </LabelledField>
  );
}
