import { useQueryClient } from '@tanstack/react-query';
import { isUnauthorized } from './api-error.ts';
import { failureWords } from './failure-toast.ts';
import { leavesWhenUnauthorized } from './query-client.ts';
import { refreshList } from './refresh-lists.ts';
import { strings } from './strings.ts';
import { useToast } from './toast-context.ts';

/** The text of a failure toast, or a function of the error; undefined shows no toast. */
type Failure = string | ((error: Error) => string | undefined);

/**
 * The outcome handlers of a mutation that writes to the list at `path`: a toast either way, and after a success the list is
 * refetched before the write counts as done.
 */
export function useWriteOutcome(path: string, success: string, failure: Failure) {
  const client = useQueryClient();
  const toast = useToast();
  return {
    onSuccess: () => {
      toast({ title: strings.success, description: success });
      return refreshList(client, path);
    },
    onError: (error: Error) => {
      const description = typeof failure === 'string' ? failure : failure(error);
      if (description === undefined) return;
      toast({
        title: strings.error,
        description: failureWords(description, error),
        variant: 'destructive',
      });
    },
  };
}

/** Like {@link useWriteOutcome}, for creates after which an unauthorized user is sent to sign in (specification, section 8). */
export function useCreateOutcome(path: string, success: string, failure: string) {
  const toast = useToast();
  const outcome = useWriteOutcome(path, success, failure);
  return {
    ...outcome,
    meta: leavesWhenUnauthorized,
    onError: (error: Error) => {
      if (!isUnauthorized(error)) outcome.onError(error);
      else toast({ title: strings.unauthorized, description: strings.loggedOut, variant: 'destructive' });
    },
  };
}
