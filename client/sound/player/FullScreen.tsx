import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import styles from './FullScreen.module.css';

interface FullScreenProps extends Omit<ComponentProps<'dialog'>, 'ref' | 'children'> {
  children: (close: () => void) => ReactNode;
}

/** A full-screen dialog, open on mount; Escape closes it. */
export function FullScreen({ className, children, ...others }: FullScreenProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} className={classNames(styles['screen'], className)} {...others}>
      {children(() => dialog.current?.close())}
    </dialog>
  );
}
