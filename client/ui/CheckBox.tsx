import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useHeldStill } from './busy-area.tsx';
import styles from './CheckBox.module.css';
import { prerendered } from './use-hydrated.ts';

interface CheckBoxProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hint?: ReactNode;
  /** The group's name, for radio buttons. */
  group?: string;
}

/** A check box or radio button with its label, which can be pressed as well. */
export function CheckBox({ label, checked, onChange, hint, group }: CheckBoxProps) {
  const id = useId();
  const held = useHeldStill();
  const box = useRef<HTMLInputElement>(null);
  // A prerendered box may be ticked before hydration: React gets no event for that, and would untick it. No page has two.
  const [wasTicked] = useState(() => prerendered('input[type=checkbox]')?.checked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at hydration; from then on there are change events
  useLayoutEffect(() => {
    const isTicked = wasTicked || (box.current?.checked ?? checked);
    if (isTicked !== checked) onChange(isTicked);
  }, []);
  return (
    <div className={styles['choice']}>
      <input
        ref={box}
        className={styles['box']}
        id={id}
        type={group === undefined ? 'checkbox' : 'radio'}
        name={group}
        checked={checked}
        disabled={held}
        onChange={(event) => onChange(event.currentTarget.checked)}
        // Otherwise Back would restore a tick that the page has withdrawn since, and it would count as the person's.
        autoComplete="off"
        aria-describedby={hint ? `${id}hint` : undefined}
      />
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      {hint ? (
        <p className={styles['hint']} id={`${id}hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
