import { OnlineButton, useFailureToast } from '@mainstay/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { core } from '../api/core.ts';
import { detailStrings } from './detail-strings.ts';

const { watch, unwatch, watchFailed, unwatchFailed } = detailStrings.watching;

/** Starts or stops watching a ticket. The button says what it does; there is no success toast. */
export function WatchButton({ id, watching }: { id: string; watching: boolean }) {
  const { name, isPending, toggle } = useWatch(id, watching);
  return (
    <OnlineButton size="small" aria-busy={isPending} onClick={toggle}>
      {name}
    </OnlineButton>
  );
}

/** A function that starts or stops watching a ticket, and the name of what it does. */
export function useWatch(id: string, watching: boolean | undefined) {
  const client = useQueryClient();
  const fail = useFailureToast();
  const change = useMutation({
    // Quick clicks are sent one after the other.
    scope: { id: `watch ${id}` },
    mutationFn: (isWatching: boolean) => {
      const params = { path: { id } };
      return isWatching
        ? core.PUT('/api/tickets/{id}/watch', { params, body: {} })
        : core.DELETE('/api/tickets/{id}/watch', { params });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['/api/tickets', id], exact: true }),
    onError: (error, isWatching) => fail(isWatching ? watchFailed : unwatchFailed, error),
  });
  const isWatching = change.isPending ? change.variables : watching;
  return {
    name: isWatching ? unwatch : watch,
    isPending: change.isPending,
    toggle: () => change.mutate(!isWatching),
  };
}
