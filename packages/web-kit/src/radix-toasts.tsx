import * as Toast from '@radix-ui/react-toast';
import { useState } from 'react';
import { regionProps, type ShownToast, TOAST_MS, ToastCard, toastProps } from './toast-card.tsx';

/**
 * The region of toasts with all that Radix does: swiping, waiting while a toast is read, and F8, which focuses the
 * region.
 */
export function RadixToasts({
  toast,
  isOpen,
  setOpen,
}: {
  toast: ShownToast | undefined;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}) {
  // Radix would announce a hidden copy of the text, but the region below is live itself.
  const [noAnnouncer] = useState(() => document.createElement('div'));
  return (
    <Toast.Provider
      duration={TOAST_MS}
      swipeDirection="right"
      swipeThreshold={50}
      announcerContainer={noAnnouncer}
    >
      {toast ? (
        <Toast.Root
          key={toast.key}
          open={isOpen}
          onOpenChange={setOpen}
          duration={toast.duration ?? TOAST_MS}
          asChild
        >
          <div {...toastProps(toast)}>
            <ToastCard toast={toast} parts={Toast} />
          </div>
        </Toast.Root>
      ) : null}
      <Toast.Viewport asChild>
        <div {...regionProps(toast)} />
      </Toast.Viewport>
    </Toast.Provider>
  );
}
