import { bodyOf, useWriteOutcome } from '@mainstay/web-kit';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { core, type CoreSchemas } from '../api/core.ts';
import { strings } from './strings.ts';

export type CompletionRule = CoreSchemas['CompletionRule'];

const path = '/api/completion-rules';

/** What tickets need before they are completed, by their types. */
export const completionRulesQuery = queryOptions({
  queryKey: [path],
  queryFn: ({ signal }) => bodyOf(core.GET(path, { signal })),
});

/** Changes the rule of a type: the given fields alone, so that nothing of others is lost. */
export const useSaveCompletionRule = (ticketType: CompletionRule['ticketType']) =>
  useMutation({
    mutationFn: (body: CoreSchemas['UpdateCompletionRuleRequest']) =>
      core.PATCH('/api/completion-rules/{ticketType}', { params: { path: { ticketType } }, body }),
    ...useWriteOutcome(path, strings.saved, strings.saveFailed),
  });
