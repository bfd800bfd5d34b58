import { useCallback } from 'react';
import { isUnauthorized } from './api-error.ts';
import { strings } from './strings.ts';
import { useToast } from './toast-context.ts';

/**
 * Returns a function that shows an error toast; none for an `error` that says that the session has ended. It stays the same
 * as long as the toasts do.
 */
export function useFailureToast(): (description: string, error?: Error) => void {
  const toast = useToast();
  return useCallback(
    (description, error) => {
      if (!isUnauthorized(error)) toast({ title: strings.error, description, variant: 'destructive' });
    },
    [toast],
  );
}
