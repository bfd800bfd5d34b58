import { bodyOf, pageOf, refreshList } from '@mainstay/web-kit';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { core } from '../api/core.ts';
import { refreshRecords } from '../api/refresh-records.ts';
import { type StickerTarget } from './sticker-targets.ts';

const equipmentPath = '/api/equipment';
const codesPath = '/api/intake-codes';

/** All items of a list of one store, page after page. */
const everyItem = <Item>(
  path: string,
  locationId: string,
  read: (
    query: { locationId: string; limit: number; cursor: string | undefined },
    signal: AbortSignal,
  ) => Promise<{ data?: Item[]; response: Response }>,
) => {
  const query = { locationId, limit: 1000 };
  return queryOptions({
    queryKey: [path, query],
    queryFn: async ({ signal }) => {
      const items: Item[] = [];
      let cursor: string | undefined;
      do {
        const page = await pageOf(read({ ...query, cursor }, signal));
        items.push(...page.items);
        cursor = page.next;
      } while (cursor !== undefined);
      return items;
    },
    // What was made elsewhere meanwhile is asked about before it is replaced.
    staleTime: 0,
    gcTime: 0,
  });
};

/** All equipment of a store, for choosing from it. */
export const equipmentOfStore = (locationId: string) =>
  everyItem(equipmentPath, locationId, (query, signal) =>
    core.GET(equipmentPath, { params: { query }, signal }),
  );

/** All codes of a store, of which a few belong to no equipment. */
export const codesOfStore = (locationId: string) =>
  everyItem(codesPath, locationId, (query, signal) => core.GET(codesPath, { params: { query }, signal }));

/**
 * Makes the code of a sticker: a new one, or another one in place of that in use, which stops working. A code that was turned
 * off works again.
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
