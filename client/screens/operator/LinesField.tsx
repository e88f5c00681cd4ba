import { useState } from 'react';
import { TextArea } from '#client/ui/TextArea.tsx';

interface LinesFieldProps {
  label: string;
  name: string;
  hint: string;
  value: readonly string[];
  /** The lines that have something in them. */
  onChange: (lines: readonly string[]) => void;
}

/** Several entries, one a line. */
export function LinesField({ label, name, hint, value, onChange }: LinesFieldProps) {
  const [text, setText] = useState(value.join('\n'));
  return (
    <TextArea
      label={label}
      name={name}
      hint={hint}
      value={text}
      autoComplete="off"
      literal
      onChange={(typed) => {
        setText(typed);
        const lines = typed.split('\n').map((line) => line.trim());
        onChange(lines.filter((line) => line !== ''));
      }}
    />
  );
}
