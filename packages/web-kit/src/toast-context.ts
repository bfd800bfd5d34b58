import { createContext, use } from 'react';

/** A toast. `destructive` is for failures and is announced at once. */
export interface ToastInput {
  title: string;
  description?: string;
  /** A sentence below it. */
  hint?: string;
  variant?: 'default' | 'destructive';
  /** Takes back what was done: its button ends the toast. */
  undo?: () => void;
  /** Shows more about it: its button ends the toast. */
  details?: () => void;
  /** How long it is shown, in milliseconds, if not as long as others. */
  duration?: number;
}

export type ShowToast = (input: ToastInput) => void;

/**
 * The context of `useToast`. The shell's ToastProvider sets it. A remote may have its own copy of this module and sets
 * it again: `<ToastContext value={host.toast}>`.
 */
export const ToastContext = createContext<ShowToast | undefined>(undefined);

/** Returns the function that shows a toast and replaces the current one. */
export function useToast(): ShowToast {
  const show = use(ToastContext);
  if (!show) throw new Error('useToast needs a ToastContext above it');
  return show;
}
