import { bodyOf, useToast } from '@mainstay/web-kit';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { core, type CoreSchemas } from '../api/core.ts';
import { strings } from '../strings.ts';

export type RecurringTask = CoreSchemas['RecurringTaskResponse'];
export type CreateRecurringTaskRequest = CoreSchemas['CreateRecurringTaskRequest'];

const queryKey = ['/api/recurring-tasks'];

/** The recurring tasks the user may see. */
export const recurringTasksQuery = () =>
  queryOptions({ queryKey, queryFn: ({ signal }) => bodyOf(core.GET('/api/recurring-tasks', { signal })) });

/** Creates a recurring task and refreshes the list. Every outcome has its toast. */
export function useCreateRecurringTask() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (body: CreateRecurringTaskRequest) => bodyOf(core.POST('/api/recurring-tasks', { body })),
    onSuccess: () => {
      toast({ title: strings.success, description: strings.recurringTasks.created });
      return client.invalidateQueries({ queryKey });
    },
    onError: () =>
      toast({
        title: strings.error,
        description: strings.recurringTasks.createFailed,
        variant: 'destructive',
      }),
  });
}
