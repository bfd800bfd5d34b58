import {
  bodyOf,
  isRefreshable,
  messageOr,
  newIdempotencyKey,
  useFailureToast,
  useToast,
} from '@mainstay/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { core, type CoreSchemas } from '../api/core.ts';
import { bulkStrings as strings } from './bulk-strings.ts';

export type TicketChanges = CoreSchemas['BulkChangeRequest']['changes'];
/** A change or its undo: what became of each ticket. */
export type BulkResults = CoreSchemas['BulkChangeResponse'] | CoreSchemas['BulkUndoResponse'];
type BulkResult = BulkResults['results'][number];

/** How long the toast is shown. */
const TOAST_MS = 10_000;

const isDone = ({ outcome }: BulkResult) => outcome === 'changed' || outcome === 'restored';

/** What was not changed or not restored. */
export const notDone = ({ results }: BulkResults): BulkResult[] => results.filter((each) => !isDone(each));

/**
 * Changes many tickets at once, and takes that back. A toast says what became of them; it offers the undo, and what was
 * not changed to `onDetails`.
 * @returns functions that may be called after the component is removed; `change` rejects after its toast
 */
export function useBulkCalls(onDetails?: (results: BulkResults, undo: (() => void) | undefined) => void) {
  const client = useQueryClient();
  const toast = useToast();
  const fail = useFailureToast();
  const sent = useRef({ about: '', key: '' });
  const refresh = () => client.invalidateQueries({ predicate: isRefreshable });

  const say = (results: BulkResults, words: (count: number) => string, undo?: () => void) => {
    const not = notDone(results).length;
    const done = results.results.length - not;
    toast({
      title: words(done) + (not > 0 ? strings.not(not) : ''),
      duration: TOAST_MS,
      ...(done > 0 && undo && { undo }),
      ...(not > 0 && onDetails && { details: () => onDetails(results, done > 0 ? undo : undefined) }),
    });
  };
  const failAs = (otherwise: string) => (error: Error) => {
    const words = messageOr(otherwise)(error);
    if (words !== undefined) fail(words, error);
  };
  const undo = async (id: string): Promise<void> => {
    try {
      say(
        await bodyOf(core.POST('/api/bulk-changes/{id}/undo', { params: { path: { id } } })),
        strings.restored,
      );
    } catch (error) {
      if (error instanceof Error) failAs(strings.undoFailed)(error);
    }
    await refresh();
  };

  return {
    undo,
    change: async (ids: string[], changes: TicketChanges) => {
      const body = { ids, changes };
      const about = JSON.stringify(body);
      // The same change that is sent again after a failure is carried out once.
      if (sent.current.about !== about) sent.current = { about, key: newIdempotencyKey() };
      const params = { header: { 'Idempotency-Key': sent.current.key } };
      try {
        const results = await bodyOf(core.POST('/api/tickets/bulk', { params, body }));
        sent.current.about = '';
        // The bar goes when it is said: both at once.
        await refresh();
        say(results, strings.changed, () => void undo(results.id));
      } catch (error) {
        if (error instanceof Error) failAs(strings.failed)(error);
        await refresh();
        throw error;
      }
    },
  };
}
