import {
  bodyOf,
  isUnauthorized,
  kept,
  pagedQuery,
  useSearchedList,
  useWriteOutcome,
  versionOf,
} from '@mainstay/web-kit';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { core, type CoreSchemas } from '../api/core.ts';
import { type ChosenChips } from '../cards/board-filter.ts';
import { matchesSearch } from '../cards/matches-search.ts';
import { strings } from '../strings.ts';

export type RecurringTask = CoreSchemas['RecurringTaskResponse'];
type CreateRecurringTaskRequest = CoreSchemas['CreateRecurringTaskRequest'];
type UpdateRecurringTaskRequest = CoreSchemas['UpdateRecurringTaskRequest'];

const path = '/api/recurring-tasks';

/** Which recurring tasks are listed: the active or the paused ones. */
interface RecurringTaskFilter extends Pick<ChosenChips, 'assignedTo'> {
  active: 'true' | 'false';
  q?: string | undefined;
}

/** The recurring tasks visible to the user that match, newest first, page by page. */
const recurringTasksQuery = (filter: RecurringTaskFilter) =>
  pagedQuery([path], filter, (query, signal) => core.GET(path, { params: { query }, signal }));

/** The recurring tasks that match the filter and a search; not fetched unless `enabled`. */
export const useRecurringTasks = (
  filter: Omit<RecurringTaskFilter, 'q'>,
  search: string,
  options?: { enabled: boolean },
) => useSearchedList((q) => recurringTasksQuery({ ...filter, q }), matchesSearch, search, options);

/** One recurring task, dropped from the cache as soon as it is unused. */
export const recurringTaskQuery = (id: string) =>
  queryOptions({
    queryKey: [path, id],
    queryFn: ({ signal }) =>
      bodyOf(core.GET('/api/recurring-tasks/{id}', { params: { path: { id } }, signal })),
    gcTime: 0,
    meta: kept,
  });

/** Reads a recurring task and its ETag. */
export const readRecurringTask = (id: string) =>
  versionOf(core.GET('/api/recurring-tasks/{id}', { params: { path: { id } } }));

/** Creates a recurring task. */
export function useCreateRecurringTask() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: CreateRecurringTaskRequest; idempotencyKey: string }) =>
      bodyOf(core.POST(path, { body, params: { header: { 'Idempotency-Key': idempotencyKey } } })),
    ...useWriteOutcome(path, strings.recurringTasks.created, strings.recurringTasks.createFailed),
  });
}

/**
 * Updates a recurring task; `active` pauses or resumes it. With `ifMatch`, only if the task still has that version.
 * Silent if the session has ended.
 */
export function useUpdateRecurringTask(id: string) {
  const client = useQueryClient();
  const outcome = useWriteOutcome(path, strings.recurringTasks.updated, (error) =>
    isUnauthorized(error) ? undefined : error.message || strings.recurringTasks.updateFailed,
  );
  return useMutation({
    scope: { id: `recurring task ${id}` },
    mutationFn: ({ changes, ifMatch }: { changes: UpdateRecurringTaskRequest; ifMatch?: string }) =>
      bodyOf(
        core.PATCH('/api/recurring-tasks/{id}', {
          params: { path: { id }, ...(ifMatch !== undefined && { header: { 'If-Match': ifMatch } }) },
          body: changes,
        }),
      ),
    onSuccess: (response) => {
      client.setQueryData(recurringTaskQuery(id).queryKey, response);
      return outcome.onSuccess();
    },
    onError: outcome.onError,
  });
}

/** Deletes a recurring task; the tasks it created stay. For administrators only. */
export function useDeleteRecurringTask(id: string) {
  return useMutation({
    mutationFn: () => core.DELETE('/api/recurring-tasks/{id}', { params: { path: { id } } }),
    ...useWriteOutcome(path, strings.recurringTasks.deleted, strings.recurringTasks.deleteFailed),
  });
}
