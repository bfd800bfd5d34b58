import {
  bodyOf,
  byPage,
  isUnauthorized,
  pageAt,
  type PagedQuery,
  pageOf,
  refreshList,
  useToast,
  versionOf,
} from '@mainstay/web-kit';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { core, type CoreSchemas } from '../api/core.ts';
import { strings } from '../strings.ts';

export type RecurringTask = CoreSchemas['RecurringTaskResponse'];
export type CreateRecurringTaskRequest = CoreSchemas['CreateRecurringTaskRequest'];
export type UpdateRecurringTaskRequest = CoreSchemas['UpdateRecurringTaskRequest'];

const path = '/api/recurring-tasks';
const filterOf = (active: boolean) => (active ? 'true' : 'false');

/** The active or the paused recurring tasks that the user may see, newest first, page by page. */
export const recurringTasksQuery = (active: boolean, q: string | undefined): PagedQuery<RecurringTask> => ({
  ...byPage,
  queryKey: [path, { active, q, ...pageAt(undefined) }],
  queryFn: ({ pageParam, signal }) =>
    pageOf(
      core.GET(path, { params: { query: { active: filterOf(active), q, ...pageAt(pageParam) } }, signal }),
    ),
});

/** How many active or paused recurring tasks there are. */
export const recurringTaskCountQuery = (active: boolean, q: string | undefined) =>
  queryOptions({
    queryKey: [path, { active, q, limit: 1 }],
    queryFn: ({ signal }) =>
      pageOf(core.GET(path, { params: { query: { active: filterOf(active), q, limit: 1 } }, signal })),
    select: ({ total }) => total,
    placeholderData: keepPreviousData,
  });

/** One recurring task as it is now; forgotten as soon as nobody looks at it. */
export const recurringTaskQuery = (id: string) =>
  queryOptions({
    queryKey: [path, id],
    queryFn: ({ signal }) =>
      bodyOf(core.GET('/api/recurring-tasks/{id}', { params: { path: { id } }, signal })),
    gcTime: 0,
  });

/** One recurring task as it is now, with its version. */
export const readRecurringTask = (id: string) =>
  versionOf(core.GET('/api/recurring-tasks/{id}', { params: { path: { id } } }));

/** Makes the lists fresh again and says how it went; an ended session is the shell's to tell. */
function useOutcome() {
  const client = useQueryClient();
  const toast = useToast();
  return {
    succeeded: (description: string) => {
      toast({ title: strings.success, description });
      return refreshList(client, path);
    },
    failed: (description: string) => toast({ title: strings.error, description, variant: 'destructive' }),
  };
}

/** Creates a recurring task and refreshes the lists. Every outcome has its toast. */
export function useCreateRecurringTask() {
  const { succeeded, failed } = useOutcome();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: CreateRecurringTaskRequest; idempotencyKey: string }) =>
      bodyOf(core.POST(path, { body, params: { header: { 'Idempotency-Key': idempotencyKey } } })),
    onSuccess: () => succeeded(strings.recurringTasks.created),
    onError: () => failed(strings.recurringTasks.createFailed),
  });
}

/**
 * Changes a recurring task and refreshes the lists; pauses it with `active` false, resumes it with true. With
 * `ifMatch` only as long as it is the version that names. Silent when the session has ended.
 */
export function useUpdateRecurringTask(id: string) {
  const client = useQueryClient();
  const { succeeded, failed } = useOutcome();
  return useMutation({
    scope: { id: `recurring task ${id}` },
    mutationFn: ({ changes, ifMatch }: { changes: UpdateRecurringTaskRequest; ifMatch?: string }) =>
      bodyOf(
        core.PATCH('/api/recurring-tasks/{id}', {
          params: { path: { id }, ...(ifMatch !== undefined && { header: { 'If-Match': ifMatch } }) },
          body: changes,
        }),
      ),
    onSuccess: (answer) => {
      client.setQueryData(recurringTaskQuery(id).queryKey, answer);
      return succeeded(strings.recurringTasks.updated);
    },
    onError: (error) => {
      if (!isUnauthorized(error)) failed(error.message || strings.recurringTasks.updateFailed);
    },
  });
}

/** Deletes a recurring task; the tasks it made stay. Administrators only. Both outcomes have their toast. */
export function useDeleteRecurringTask(id: string) {
  const { succeeded, failed } = useOutcome();
  return useMutation({
    mutationFn: () => core.DELETE('/api/recurring-tasks/{id}', { params: { path: { id } } }),
    onSuccess: () => succeeded(strings.recurringTasks.deleted),
    onError: () => failed(strings.recurringTasks.deleteFailed),
  });
}
