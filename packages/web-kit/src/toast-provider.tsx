import * as Toast from '@radix-ui/react-toast';
import { type ReactNode, useCallback, useState } from 'react';
import { strings } from './strings.ts';
import { ToastContext, type ToastInput } from './toast-context.ts';
import styles from './toast-provider.module.css';

interface ShownToast extends ToastInput {
  key: number;
}

/**
 * Shows one toast at a time for 5000 ms. Swiping it 50 px to the right dismisses it; F8 focuses the region
 * (specification, section 9).
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<ShownToast>();
  const [open, setOpen] = useState(false);
  // Radix would announce a hidden copy of the text, but the region below is live itself.
  const [noAnnouncer] = useState(() => document.createElement('div'));

  const show = useCallback((input: ToastInput) => {
    setShown((previous) => ({ ...input, key: (previous?.key ?? 0) + 1 }));
    setOpen(true);
  }, []);

  const isAlert = shown?.variant === 'destructive';
  return (
    <ToastContext value={show}>
      {children}
      <Toast.Provider
        duration={5000}
        swipeDirection="right"
        swipeThreshold={50}
        announcerContainer={noAnnouncer}
      >
        {shown ? (
          <Toast.Root key={shown.key} open={open} onOpenChange={setOpen} asChild>
            <div className={styles['toast']} data-variant={shown.variant ?? 'default'}>
              <div className={styles['text']}>
                <Toast.Title className={styles['title']}>{shown.title}</Toast.Title>
                {shown.description ? (
                  <Toast.Description className={styles['description']}>{shown.description}</Toast.Description>
                ) : null}
              </div>
              <Toast.Close className={styles['close']} aria-label={strings.dismiss}>
                <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
                  <path
                    d="m3 3 10 10M13 3 3 13"
                    stroke="currentColor"
                    strokeWidth="1.8"
                    strokeLinecap="round"
                  />
                </svg>
              </Toast.Close>
            </div>
          </Toast.Root>
        ) : null}
        <Toast.Viewport asChild>
          <div
            className={styles['viewport']}
            role={isAlert ? 'alert' : 'status'}
            aria-live={isAlert ? 'assertive' : 'polite'}
            aria-atomic="true"
          />
        </Toast.Viewport>
      </Toast.Provider>
    </ToastContext>
  );
}
