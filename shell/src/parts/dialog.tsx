import { type ReactNode, useId } from 'react';
import { strings } from '../strings.ts';
import styles from './dialog.module.css';
import { Modal } from './modal.tsx';

/** A {@link Modal} with a title. */
export function Dialog({
  title,
  description,
  cornerClose = false,
  onClose,
  children,
}: {
  title: string;
  description?: string;
  /** Adds a Close button in the corner, for a dialog that has no other. */
  cornerClose?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Modal
      className={styles['dialog']}
      aria-labelledby={id}
      aria-describedby={description ? `${id}-about` : undefined}
      onClose={onClose}
    >
      <div className={styles['body']}>
        {cornerClose ? (
          <button type="button" className={styles['corner']} aria-label={strings.close} onClick={onClose}>
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <path d="m3 3 10 10M13 3 3 13" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
            </svg>
          </button>
        ) : null}
        <h2 id={id} className={styles['title']}>
          {title}
        </h2>
        {description ? (
          <p id={`${id}-about`} className={styles['description']}>
            {description}
          </p>
        ) : null}
        {children}
      </div>
    </Modal>
  );
}
