import {
  bodyOf,
  type Created,
  entityQueries,
  kept,
  type Listed,
  messageOr,
  useSearchedList,
  useWriteOutcome,
} from '@mainstay/web-kit';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { core, type CoreSchemas } from '../api/core.ts';
import { type ChosenChips } from '../cards/board-filter.ts';
import { matchesSearch } from '../cards/matches-search.ts';
import { strings } from '../strings.ts';

export type RecurringTask = CoreSchemas['RecurringTaskResponse'];

const path = '/api/recurring-tasks';
const recurringTasks = entityQueries(path);

/** Which recurring tasks are listed: the active or the paused ones. */
interface RecurringTaskFilter extends Pick<ChosenChips, 'assignedTo'> {
  active: 'true' | 'false';
}

/** The recurring tasks visible to the user that match, newest first. */
const recurringTasksQuery = recurringTasks.lists((sent: Listed<RecurringTaskFilter>) => core.GET(path, sent));

/** The recurring tasks that match the filter and a search; not fetched unless `enabled`. */
export const useRecurringTasks = (
  filter: RecurringTaskFilter,
  search: string,
  options?: { enabled: boolean },
) => useSearchedList(recurringTasksQuery(filter), matchesSearch, search, options);

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
export const readRecurringTask = recurringTasks.reads((sent) => core.GET('/api/recurring-tasks/{id}', sent));

export const useCreateRecurringTask = recurringTasks.creates(
  (sent: Created<CoreSchemas['CreateRecurringTaskRequest']>) => core.POST(path, sent),
  strings.recurringTasks.created,
  strings.recurringTasks.createFailed,
);

/**
 * Updates a recurring task; `active` pauses or resumes it. With `ifMatch`, only if the task still has that version.
 * Silent if the session has ended.
 */
export const useUpdateRecurringTask = (id: string) =>
  useMutation({
    scope: { id: `recurring task ${id}` },
    mutationFn: ({
      changes,
      ifMatch,
    }: {
      changes: CoreSchemas['UpdateRecurringTaskRequest'];
      ifMatch?: string;
    }) =>
      bodyOf(
        core.PATCH('/api/recurring-tasks/{id}', {
          params: { path: { id }, ...(ifMatch !== undefined && { header: { 'If-Match': ifMatch } }) },
          body: changes,
        }),
      ),
    ...useWriteOutcome(
      path,
      strings.recurringTasks.updated,
      messageOr(strings.recurringTasks.updateFailed),
      (client, saved: RecurringTask) =>
        Promise.resolve(client.setQueryData(recurringTaskQuery(id).queryKey, saved)),
    ),
  });

/** Deletes a recurring task; the tasks it created stay. For administrators only. */
export const useDeleteRecurringTask = recurringTasks.removes(
  (sent) => core.DELETE('/api/recurring-tasks/{id}', sent),
  strings.recurringTasks.deleted,
  strings.recurringTasks.deleteFailed,
);
