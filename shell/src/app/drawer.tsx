import { type ReactNode, useEffect, useRef } from 'react';
import { strings } from '../strings.ts';
import styles from './drawer.module.css';

/** The sidebar on small screens: a modal panel at the left edge, 18rem wide. Escape or a click outside closes it. */
export function Drawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const element = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const drawer = element.current;
    drawer?.showModal();
    return () => drawer?.close();
  }, []);

  return (
    <dialog
      ref={element}
      id="sidebar"
      className={styles['drawer']}
      aria-label={strings.frame.navigation}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
