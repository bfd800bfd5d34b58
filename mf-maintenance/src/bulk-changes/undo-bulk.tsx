import { bodyOf, OnlineButton, useNow } from '@mainstay/web-kit';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { core } from '../api/core.ts';
import { type TimelineLine } from '../api/timeline.ts';
import { useBulkCalls } from './bulk-calls.ts';
import { bulkStrings as strings } from './bulk-strings.ts';

const path = '/api/bulk-changes';

const undoableQuery = queryOptions({
  queryKey: [path],
  queryFn: ({ signal }) => bodyOf(core.GET(path, { signal })),
  gcTime: 0,
});

/** As long a change can be undone. */
const UNDO_MS = 10 * 60_000;

/**
 * The newest change of many tickets that changed a ticket and that the user can still undo, and its line. Nothing is
 * asked of the server where no line can be one.
 */
export function useUndoable(
  ticketId: string,
  userId: string,
  lines: readonly TimelineLine[],
): { lineId: string; bulkId: string } | undefined {
  const now = useNow().getTime();
  const line = lines.findLast(({ via, actor }) => via === 'bulk' && actor?.id === userId);
  const isRecent = line !== undefined && now - Date.parse(line.at) < UNDO_MS;
  const { data: changes = [] } = useQuery({ ...undoableQuery, enabled: isRecent });
  const change = changes.find(
    ({ ticketIds, undoUntil }) => ticketIds.includes(ticketId) && now < Date.parse(undoUntil),
  );
  return line && change && isRecent ? { lineId: line.id, bulkId: change.id } : undefined;
}

/** Takes back a change of many tickets. */
export function UndoBulk({ id }: { id: string }) {
  const { undo } = useBulkCalls();
  const [isPending, setPending] = useState(false);
  return (
    <>
      {' '}
      <OnlineButton
        size="small"
        loading={isPending}
        onClick={() => {
          setPending(true);
          void undo(id).finally(() => setPending(false));
        }}
      >
        {strings.undo}
      </OnlineButton>
    </>
  );
}
