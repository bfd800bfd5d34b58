import { bodyOf, isApiError, useFailureToast, useWriteOutcome, versionOf } from '@mainstay/web-kit';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { core, type CoreSchemas } from '../api/core.ts';

export type ResponseTarget = CoreSchemas['ResponseTarget'];

const path = '/api/response-targets';
const administrators = { role: 'admin', active: 'true', limit: 500 } as const;

/** Reads the target of a priority anew. */
export async function readTarget(priority: ResponseTarget['priority']): Promise<ResponseTarget> {
  const targets = await bodyOf(core.GET(path));
  const target = targets.find((each) => each.priority === priority);
  if (!target) throw new Error(`There is no target for ${priority}`);
  return target;
}

/** The active administrators by name, to choose from: as many as one page has. */
export const administratorsQuery = queryOptions({
  queryKey: ['/api/managers', administrators],
  queryFn: ({ signal }) => bodyOf(core.GET('/api/managers', { params: { query: administrators }, signal })),
});

/**
 * Changes fields of the target of a priority if its version is still `ifMatch`. There is no failure toast for a
 * conflict.
 */
export function useSaveResponseTarget(
  priority: ResponseTarget['priority'],
  texts: Record<'saved' | 'saveFailed', string>,
) {
  const fail = useFailureToast();
  return useMutation({
    mutationFn: ({
      changes,
      ifMatch,
    }: {
      changes: CoreSchemas['UpdateResponseTargetRequest'];
      ifMatch: string;
    }) =>
      versionOf(
        core.PATCH('/api/response-targets/{priority}', {
          params: { path: { priority }, header: { 'If-Match': ifMatch } },
          body: changes,
        }),
      ),
    onSuccess: useWriteOutcome(path, texts.saved, texts.saveFailed).onSuccess,
    onError: (error) => {
      if (!isApiError(error) || error.status !== 412) fail(texts.saveFailed, error);
    },
  });
}
