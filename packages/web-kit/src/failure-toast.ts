import { useCallback } from 'react';
import { isApiError, isUnauthorized } from './api-error.ts';
import { strings } from './strings.ts';
import { useToast } from './toast-context.ts';
import { isOffline } from './use-is-offline.ts';

/** The words for what failed with this error. If there is no network, they say so instead. */
export const failureWords = (description: string, error: unknown): string =>
  error instanceof Error && !isApiError(error) && isOffline() ? strings.offline : description;

/**
 * Returns a function that shows an error toast; none for an `error` that says that the session has ended. It stays
 * the same as long as the toasts do.
 */
export function useFailureToast(): (description: string, error?: unknown) => void {
  const toast = useToast();
  return useCallback(
    (description, error) => {
      if (isUnauthorized(error)) return;
      toast({
        title: strings.error,
        description: failureWords(description, error),
        variant: 'destructive',
      });
    },
    [toast],
  );
}

/** {@link useFailureToast} for one description. It stays the same, too. */
export function useFailure(description: string): (error: unknown) => void {
  const fail = useFailureToast();
  return useCallback((error) => fail(description, error), [fail, description]);
}
