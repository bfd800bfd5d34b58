import { type components } from '@mainstay/svc-core/openapi';
import {
  anyContains,
  bodyOf,
  detailOr,
  entityQueries,
  type Listed,
  newIdempotencyKey,
  refreshList,
  useFailureToast,
  useToast,
} from '@mainstay/web-kit';
import { type SearchOf } from '@mainstay/web-kit/fields';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { strings } from '../../strings.ts';
import { core, type Location } from '../locations.queries.ts';

type Manager = NonNullable<Location['managers']>[number];

const path = '/api/managers';
const words = strings.details;

/** The active district managers by name, to choose from. */
export const districtManagers: SearchOf<components['schemas']['ManagerResponse'], Manager> = {
  queryOf: entityQueries(path).lists((sent: Listed<{ role: 'district_manager'; active: 'true' }>) =>
    core.GET(path, sent),
  )({ role: 'district_manager', active: 'true' }),
  /** The server's search rule. */
  matches: ({ firstName, lastName, email }, text) => anyContains([`${firstName} ${lastName}`, email], text),
  labelOf: words.nameOf,
  texts: {
    placeholder: words.nobody,
    loading: words.loadingManagers,
    none: words.noManagers,
    failed: words.managersFailed,
  },
};

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
    onSettled: () => refreshList(client, '/api/locations'),
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
