import { OnlineButton, useFailureToast } from '@mainstay/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { core } from '../api/core.ts';
import { detailStrings } from './detail-strings.ts';

const { watch, unwatch, watchFailed, unwatchFailed } = detailStrings.watching;

/** Starts or stops watching a ticket. The button says what it does; there is no success toast. */
export function WatchButton({ id, watching }: { id: string; watching: boolean }) {
  const change = useWatch(id);
  const isWatching = change.isPending ? change.variables : watching;
  return (
    <OnlineButton size="small" aria-busy={change.isPending} onClick={() => change.mutate(!isWatching)}>
      {isWatching ? unwatch : watch}
    </OnlineButton>
  );
}

function useWatch(id: string) {
  const client = useQueryClient();
  const fail = useFailureToast();
  return useMutation({
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
}
