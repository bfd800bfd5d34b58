import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type RadixToasts } from './radix-toasts.tsx';
import { regionProps, type ShownToast, TOAST_MS, ToastCard, toastProps } from './toast-card.tsx';
import { strings } from './strings.ts';
import { ToastContext, type ToastInput } from './toast-context.ts';
import { whenIdle } from './when-idle.ts';

const load = () => import(/* webpackChunkName: "late-toasts" */ './radix-toasts.tsx');

/**
 * Shows one toast at a time for 5000 ms. Swiping it 50 px to the right dismisses it; F8 focuses the region
 * (specification, section 9). The library for this is loaded when the page is idle. Until then, or if loading fails, a
 * toast is shown without swiping and F8.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<ShownToast>();
  const [isOpen, setOpen] = useState(false);
  const [Toasts, setToasts] = useState<typeof RadixToasts>();
  const isPlain = useRef(true);

  const fetchToasts = useCallback(() => {
    load().then(
      ({ RadixToasts }) => {
        isPlain.current = false;
        setToasts(() => RadixToasts);
      },
      // The next toast tries it again.
      () => undefined,
    );
  }, []);
  useEffect(() => whenIdle(fetchToasts), [fetchToasts]);

  const show = useCallback(
    (input: ToastInput) => {
      setToast((previous) => ({ ...input, key: (previous?.key ?? 0) + 1, isPlain: isPlain.current }));
      setOpen(true);
      if (isPlain.current) whenIdle(fetchToasts);
    },
    [fetchToasts],
  );

  useEffect(() => {
    // From the parts of `ui`, which know no toasts (packages/ui/src/parts/late.tsx).
    const tell = () =>
      show({
        title: strings.error,
        description: strings.notOpened,
        variant: 'destructive',
      });
    window.addEventListener('mainstay:not-opened', tell);
    return () => window.removeEventListener('mainstay:not-opened', tell);
  }, [show]);

  return (
    <ToastContext value={show}>
      {children}
      {/* A plain toast stays one until it ends. */}
      {Toasts && !(isOpen && toast?.isPlain) ? (
        <Toasts toast={toast?.isPlain ? undefined : toast} isOpen={isOpen} setOpen={setOpen} />
      ) : (
        <PlainToasts toast={isOpen ? toast : undefined} onEnd={() => setOpen(false)} />
      )}
    </ToastContext>
  );
}

const plainParts = { Title: 'div', Description: 'div', Close: 'button' } as const;

function PlainToasts({ toast, onEnd }: { toast: ShownToast | undefined; onEnd: () => void }) {
  return (
    <div {...regionProps(toast)}>
      {toast ? <PlainToast key={toast.key} toast={toast} onEnd={onEnd} /> : null}
    </div>
  );
}

/** It waits while it is pointed at or has the focus. */
function PlainToast({ toast, onEnd }: { toast: ShownToast; onEnd: () => void }) {
  const { duration = TOAST_MS } = toast;
  const [isHeld, setHeld] = useState(false);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => end(), duration);
    return () => clearTimeout(timer);
  }, [isHeld, duration]);
  const hold = () => setHeld(true);
  return (
    <div
      {...toastProps(toast)}
      onPointerEnter={hold}
      onPointerLeave={({ currentTarget }) => setHeld(currentTarget.contains(document.activeElement))}
      onFocus={hold}
      onBlur={({ currentTarget }) => setHeld(currentTarget.matches(':hover'))}
    >
      <ToastCard toast={toast} parts={plainParts} onClose={onEnd} />
    </div>
  );
}
