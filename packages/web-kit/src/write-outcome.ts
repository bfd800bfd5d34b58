import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { isUnauthorized } from './api-error.ts';
import { failureWords } from './failure-toast.ts';
import { leavesWhenUnauthorized } from './query-client.ts';
import { refreshList } from './refresh-lists.ts';
import { strings } from './strings.ts';
import { type ToastInput, useToast } from './toast-context.ts';

/** The text of a failure toast, or a function of the error; undefined shows no toast. */
export type Failure = string | ((error: Error) => string | undefined);

/** The text of a success toast, or all of the toast but its title, of what was sent and what came of it. */
export type Success<Saved, Sent> = string | ((sent: Sent, saved: Saved) => Omit<ToastInput, 'title'>);

/** What else is refreshed after a success, before the write counts as done. */
export type AlsoRefresh<Saved, Sent> = (client: QueryClient, saved: Saved, sent: Sent) => Promise<unknown>;

/**
 * The outcome handlers of a mutation that writes to the list at `path`: a toast either way, and after a success the
 * list is refetched before the write counts as done.
 */
export function useWriteOutcome<Saved, Sent>(
  path: string,
  success: Success<Saved, Sent>,
  failure: Failure,
  also?: AlsoRefresh<Saved, Sent>,
) {
  const client = useQueryClient();
  const toast = useToast();
  return {
    onSuccess: (saved: Saved, sent: Sent) => {
      toast({
        title: strings.success,
        ...(typeof success === 'string' ? { description: success } : success(sent, saved)),
      });
      return Promise.all([also?.(client, saved, sent), refreshList(client, path)]);
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

/**
 * Like {@link useWriteOutcome}, for creates after which an unauthorized user is sent to sign in (specification,
 * section 8).
 */
export function useCreateOutcome<Saved, Sent>(...words: Parameters<typeof useWriteOutcome<Saved, Sent>>) {
  const toast = useToast();
  const outcome = useWriteOutcome(...words);
  return {
    ...outcome,
    meta: leavesWhenUnauthorized,
    onError: (error: Error) => {
      if (!isUnauthorized(error)) outcome.onError(error);
      else toast({ title: strings.unauthorized, description: strings.loggedOut, variant: 'destructive' });
    },
  };
}
