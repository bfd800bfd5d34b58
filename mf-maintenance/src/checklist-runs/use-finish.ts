import {
  bodyOf,
  detailOr,
  isApiError,
  newIdempotencyKey,
  useFailureToast,
  useToast,
} from '@mainstay/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { core } from '../api/core.ts';
import { strings as shared } from '../strings.ts';
import { runStrings as strings } from './run-strings.ts';
import { runQuery } from './runs.queries.ts';

/** What changes with a run that is finished: its tickets and its task. */
const changed = ['/api/checklist-runs', '/api/tickets', '/api/tasks'];

/**
 * Finishes a run, once however often it is pressed. What lacks an answer or a photo is in the error.
 * @param flush sends the answers that are kept here
 */
export function useFinish(runId: string, flush: () => Promise<boolean>) {
  const client = useQueryClient();
  const toast = useToast();
  const fail = useFailureToast();
  const [key] = useState(newIdempotencyKey);
  return useMutation({
    mutationFn: async () => {
      if (!(await flush())) throw new Error(strings.notSent);
      const params = { path: { id: runId }, header: { 'Idempotency-Key': key } };
      return bodyOf(core.POST('/api/checklist-runs/{id}/complete', { params }));
    },
    onSuccess: async (run) => {
      client.setQueryData(runQuery(runId).queryKey, run);
      toast({ title: shared.success, description: strings.finished });
      await Promise.all(changed.map((path) => client.invalidateQueries({ queryKey: [path] })));
    },
    onError: (error) => {
      if (isApiError(error) && error.missing) return;
      fail(isApiError(error) ? detailOr(strings.finishFailed)(error) : error.message, error);
      if (isApiError(error)) void client.invalidateQueries({ queryKey: runQuery(runId).queryKey });
    },
  });
}
