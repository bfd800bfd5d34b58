import { bodyOf, everyItem, refreshList } from '@mainstay/web-kit';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { core } from '../api/core.ts';
import { refreshRecords } from '../api/refresh-records.ts';
import { type StickerTarget } from './sticker-targets.ts';

const equipmentPath = '/api/equipment';
const codesPath = '/api/intake-codes';

/** What was made elsewhere meanwhile is asked about before it is replaced. */
const fresh = { staleTime: 0, gcTime: 0 };

/** All equipment of a store, for choosing from it. */
export const equipmentOfStore = (locationId: string) => {
  const query = { locationId, limit: 1000 };
  return queryOptions({
    ...fresh,
    queryKey: [equipmentPath, query],
    queryFn: ({ signal }) =>
      everyItem((cursor) => core.GET(equipmentPath, { params: { query: { ...query, cursor } }, signal })),
  });
};

/** All codes of a store, of which a few belong to no equipment. */
export const codesOfStore = (locationId: string) => {
  const query = { locationId, limit: 1000 };
  return queryOptions({
    ...fresh,
    queryKey: [codesPath, query],
    queryFn: ({ signal }) =>
      everyItem((cursor) => core.GET(codesPath, { params: { query: { ...query, cursor } }, signal })),
  });
};

/**
 * Makes the code of a sticker: a new one, or another one in place of that in use, which stops working. A code that
 * was turned off works again.
 * @returns the 26 characters, which no later call returns
 */
async function makeCode({
  target: { codeId, store, equipment },
  idempotencyKey,
}: {
  target: StickerTarget;
  idempotencyKey: string;
}): Promise<string> {
  if (codeId === null) {
    const { code } = await bodyOf(
      core.POST(codesPath, {
        body: { locationId: store.id, ...(equipment && { equipmentId: equipment.id }) },
        params: { header: { 'Idempotency-Key': idempotencyKey } },
      }),
    );
    return code;
  }
  const params = { path: { id: codeId } };
  const { code, active } = await bodyOf(core.POST('/api/intake-codes/{id}/rotate', { params }));
  if (!active) await core.PATCH('/api/intake-codes/{id}', { params, body: { active: true } });
  return code;
}

/** {@link makeCode} as a mutation, and a function that refreshes the screen after the last one. */
export function useMakeCode() {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({ mutationFn: makeCode });
  return {
    makeCode: mutateAsync,
    refresh: () => Promise.all([refreshList(client, equipmentPath), refreshRecords(client)]),
  };
}
