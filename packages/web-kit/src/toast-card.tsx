import { type ComponentProps, type ElementType } from 'react';
import { strings } from './strings.ts';
import { type ToastInput } from './toast-context.ts';
import styles from './toast-provider.module.css';

/** How long a toast is shown (specification, section 9). */
export const TOAST_MS = 5000;

/** A toast, and whether it is of the library for toasts, which may not be loaded when it is first shown. */
export interface ShownToast extends ToastInput {
  key: number;
  isPlain: boolean;
}

/**
 * What is in a toast.
 * @param onClose is called by its buttons, unless those are parts of the library, which closes it itself
 */
export function ToastCard({
  toast,
  parts: { Title, Description, Close },
  onClose,
}: {
  toast: ToastInput;
  parts: Record<'Title' | 'Description' | 'Close', ElementType>;
  onClose?: () => void;
}) {
  return (
    <>
      <div className={styles['text']}>
        <Title className={styles['title']}>{toast.title}</Title>
        {toast.description ? (
          <Description className={styles['description']}>{toast.description}</Description>
        ) : null}
        {toast.hint ? <div className={styles['description']}>{toast.hint}</div> : null}
      </div>
      {(['details', 'undo'] as const).map((what) =>
        toast[what] ? (
          <Close
            key={what}
            type="button"
            className={`${styles['close']} ${styles['named']}`}
            onClick={() => {
              toast[what]?.();
              onClose?.();
            }}
          >
            {strings[what]}
          </Close>
        ) : null,
      )}
      <Close type="button" className={styles['close']} aria-label={strings.dismiss} onClick={onClose}>
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <path d="m3 3 10 10M13 3 3 13" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
        </svg>
      </Close>
    </>
  );
}

/** The element of the toast itself. */
export const toastProps = ({ variant = 'default' }: ToastInput) => ({
  className: styles['toast'],
  'data-variant': variant,
});

/** The element around it, which is there before the first toast, so that screen readers notice that. */
export function regionProps(toast: ToastInput | undefined): ComponentProps<'div'> {
  const isAlert = toast?.variant === 'destructive';
  return {
    className: styles['viewport'],
    role: isAlert ? 'alert' : 'status',
    'aria-live': isAlert ? 'assertive' : 'polite',
    'aria-atomic': 'true',
  };
}
