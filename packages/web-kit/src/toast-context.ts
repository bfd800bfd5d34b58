import { createContext, use } from 'react';

/** One notice. `destructive` is for failures and is announced at once. */
export interface ToastInput {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
}

export type ShowToast = (input: ToastInput) => void;

/**
 * Where `useToast` finds the toast. The shell's ToastProvider fills it; a remote may have a copy of its own and fills it again:
 * `<ToastContext value={host.toast}>`.
 */
export const ToastContext = createContext<ShowToast | undefined>(undefined);

/** The function that shows a toast in the place of any other (one at a time). */
export function useToast(): ShowToast {
  const show = use(ToastContext);
  if (!show) throw new Error('useToast needs a ToastContext above it');
  return show;
}
