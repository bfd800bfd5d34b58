import { type components } from '@mainstay/svc-core/openapi';
import {
  bodyOf,
  detailOr,
  everyItem,
  newIdempotencyKey,
  refreshList,
  useFailureToast,
  useToast,
} from '@mainstay/web-kit';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { strings } from '../../strings.ts';
import { core } from '../locations.queries.ts';

export type Manager = components['schemas']['ManagerResponse'];

const path = '/api/managers';
const words = strings.details;

/** All district managers by name, with their locations. */
export const managersQuery = queryOptions({
  queryKey: [path, { role: 'district_manager' }],
  queryFn: ({ signal }) =>
    everyItem((cursor) => {
      const query = { role: 'district_manager', limit: 1000, cursor } as const;
      return core.GET(path, { params: { query }, signal });
    }),
});

/** Who has a location after a change and had it before; undefined is nobody. */
interface HandOver {
  from: Manager | undefined;
  to: Manager | undefined;
}

const assign = (managerId: string, locationId: string) =>
  bodyOf(
    core.POST('/api/managers/assign', {
      params: { header: { 'Idempotency-Key': newIdempotencyKey() } },
      body: { managerId, locationId },
    }),
  );

/** Hands a location over at once. The new manager has it before the other loses it, and a toast offers to undo it. */
export function useHandOver(locationId: string) {
  const client = useQueryClient();
  const toast = useToast();
  const fail = useFailureToast();
  const { mutate, ...outcome } = useMutation({
    mutationFn: async ({ from, to }: HandOver) => {
      if (to) await assign(to.id, locationId);
      if (!from) return;
      const params = { path: { managerId: from.id, locationId } };
      await core.DELETE('/api/managers/{managerId}/locations/{locationId}', { params });
    },
    onError: (error) => fail(detailOr(words.handOverFailed)(error), error),
    // After a failure too: the first half may be done.
    onSettled: () => refreshList(client, path),
  });
  const handOver = ({ from, to }: HandOver): void =>
    mutate(
      { from, to },
      {
        onSuccess: () =>
          toast({
            title: words.success,
            description: words.handedOver(to && words.nameOf(to)),
            undo: () => handOver({ from: to, to: from }),
          }),
      },
    );
  return { ...outcome, handOver };
}
