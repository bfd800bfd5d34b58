import { bodyOf, pagedQuery, useFailureToast } from '@mainstay/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { core, type CoreSchemas } from '../api/core.ts';
import { taskStrings } from './task-strings.ts';

export type Task = CoreSchemas['TaskResponse'];

/** The maintenance tasks that a recurring task created, newest first, page by page. */
export const scheduledTasksQuery = (recurringTaskId: string) =>
  pagedQuery(['/api/tasks'], { recurringTaskId }, (query, signal) =>
    core.GET('/api/tasks', { params: { query }, signal }),
  );

/** Completes or reopens a task and refreshes tasks and stats. Shows a toast only on failure. */
export function useCompleteTask() {
  const client = useQueryClient();
  const fail = useFailureToast();
  return useMutation({
    mutationFn: ({ id, completed }: { id: string; completed: boolean }) =>
      bodyOf(core.PATCH('/api/tasks/{id}', { params: { path: { id } }, body: { completed } })),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['/api/tasks'] }),
        client.invalidateQueries({ queryKey: ['/api/stats'] }),
      ]),
    onError: (error) => fail(error.message || taskStrings.updateFailed, error),
  });
}
