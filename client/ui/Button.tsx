import type { MouseEvent, ReactNode, Ref } from 'react';
import styles from './Button.module.css';
import { useHeldStill } from './busy-area.tsx';
import { classNames } from './class-names.ts';
import { SoundRings } from './SoundRings.tsx';

/** `primary`: the main action. `quiet`: everything else. `danger`: what cannot be undone. */
export type ButtonVariant = 'primary' | 'quiet' | 'danger';

interface ButtonProps {
  children: ReactNode;
  variant?: ButtonVariant;
  /** `submit` inside a form; `button` by default. */
  type?: 'button' | 'submit';
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  disabled?: boolean;
  /** A request is under way: the button is disabled and shows `busyLabel`; `use-busy.ts` has it read out. */
  busy?: boolean;
  /** What is happening, for example "Signing in". */
  busyLabel?: string;
  /** A square button with an icon only; give it `label`. */
  icon?: boolean;
  /** A round button, for the middle of a stage; one short word or an icon. */
  round?: boolean;
  /** The accessible name if the text alone does not say enough. It must begin with the visible text. */
  label?: string | undefined;
  describedBy?: string;
  pressed?: boolean;
  /** The action and its object, for scripts that run before React (client/start.ts). */
  name?: string;
  value?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A button. Its text says what happens when it is pressed. */
export function Button({
  children,
  variant = 'primary',
  type = 'button',
  onClick,
  disabled,
  busy,
  busyLabel,
  icon,
  round,
  label,
  describedBy,
  pressed,
  name,
  value,
  ref,
}: ButtonProps) {
  const held = useHeldStill();
  return (
    <button
      ref={ref}
      type={type}
      className={buttonClass(variant, icon, round)}
      onClick={onClick}
      disabled={disabled || busy || held}
      aria-busy={busy || undefined}
      aria-label={busy ? undefined : label}
      aria-describedby={describedBy}
      aria-pressed={pressed}
      name={name}
      value={value}
    >
      {busy ? (
        <>
          <SoundRings sounding />
          <span>{busyLabel ?? children}</span>
        </>
      ) : (
        children
      )}
    </button>
  );
}

interface ButtonLinkProps {
  children: ReactNode;
  /** A path of this site, or a full URL of another site. */
  href: string;
  variant?: ButtonVariant;
  /** The accessible name if the text alone does not say enough. It must begin with the visible text. */
  label?: string;
  /** Called before navigating; `preventDefault` cancels. */
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link that looks like a button. */
export function ButtonLink({ children, href, variant = 'primary', label, onClick, ref }: ButtonLinkProps) {
  return (
    <a ref={ref} className={buttonClass(variant)} href={href} aria-label={label} onClick={onClick}>
      {children}
    </a>
  );
}

function buttonClass(variant: ButtonVariant, icon?: boolean, round?: boolean): string {
  return classNames(styles['button'], styles[variant], icon && styles['icon'], round && styles['round']);
}
