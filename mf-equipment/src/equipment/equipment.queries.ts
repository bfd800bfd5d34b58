import {
  anyContains,
  bodyOf,
  pagedQuery,
  useCreateOutcome,
  useWriteOutcome,
  versionOf,
} from '@mainstay/web-kit';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { core, type CoreSchemas, type Equipment } from '../api/core.ts';
import { refreshRecords } from '../api/refresh-records.ts';
import { strings } from '../strings.ts';

type CreateEquipmentRequest = CoreSchemas['CreateEquipmentRequest'];
type UpdateEquipmentRequest = CoreSchemas['UpdateEquipmentRequest'];

/** Which equipment is listed; undefined for any. */
export interface EquipmentFilter {
  locationId: string | undefined;
  category: Equipment['category'] | undefined;
  status: Equipment['status'] | undefined;
}

const path = '/api/equipment';

/**
 * The equipment visible to the user that a filter lets through, page by page.
 * @returns the query for a search text, undefined for none
 */
export const equipmentQuery = (filter: EquipmentFilter) => (q: string | undefined) =>
  pagedQuery([path], { ...filter, q }, (query, signal) => core.GET(path, { params: { query }, signal }));

/** The server's search rule. */
export const matchesEquipment = ({ name, location }: Equipment, text: string) =>
  anyContains([name, location.name, location.storeNumber], text);

export function useCreateEquipment() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: CreateEquipmentRequest; idempotencyKey: string }) =>
      bodyOf(core.POST(path, { body, params: { header: { 'Idempotency-Key': idempotencyKey } } })),
    ...useCreateOutcome(path, strings.created, strings.createFailed),
  });
}

/** Reads a piece of equipment and its ETag. */
export const readEquipment = (id: string) =>
  versionOf(core.GET('/api/equipment/{id}', { params: { path: { id } } }));

/** A piece of equipment, with its ETag. */
export const recordQuery = (id: string) =>
  queryOptions({
    queryKey: [path, id],
    queryFn: ({ signal }) => versionOf(core.GET('/api/equipment/{id}', { params: { path: { id } }, signal })),
  });

/** What a piece of equipment has needed, in the places that are visible to the user. */
export const summaryQuery = (id: string) =>
  queryOptions({
    queryKey: [path, id, 'summary'],
    queryFn: ({ signal }) =>
      bodyOf(core.GET('/api/equipment/{id}/summary', { params: { path: { id } }, signal })),
  });

/** The active vendors that serve a store, by name: as many as one page has. */
export const vendorsOfStoreQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['/api/vendors', { locationId, active: 'true', limit: 1000 }],
    queryFn: ({ signal }) =>
      bodyOf(
        core.GET('/api/vendors', { params: { query: { locationId, active: 'true', limit: 1000 } }, signal }),
      ),
  });

/** What follows a change that the list and an open record show. */
function useRecordOutcome(success: string, failure: string) {
  const client = useQueryClient();
  const outcome = useWriteOutcome(path, success, failure);
  return { ...outcome, onSuccess: () => Promise.all([outcome.onSuccess(), refreshRecords(client)]) };
}

/** Updates the given fields if the version is still `ifMatch`. */
export function useUpdateEquipment(id: string) {
  return useMutation({
    mutationFn: ({ changes, ifMatch }: { changes: UpdateEquipmentRequest; ifMatch: string }) =>
      bodyOf(
        core.PATCH('/api/equipment/{id}', {
          params: { path: { id }, header: { 'If-Match': ifMatch } },
          body: changes,
        }),
      ),
    ...useRecordOutcome(strings.updated, strings.updateFailed),
  });
}

/** Deletes a piece of equipment with its code. Its tickets stay. */
export function useDeleteEquipment(id: string) {
  return useMutation({
    mutationFn: () => core.DELETE('/api/equipment/{id}', { params: { path: { id } } }),
    ...useWriteOutcome(path, strings.deleted, strings.deleteFailed),
  });
}

/** Makes codes work, or stops them for a while, by their ids. @param active which of both */
export function useTurnSticker(active: boolean) {
  const { turnedOn, turnedOff, turnFailed } = strings.sticker;
  return useMutation({
    mutationFn: (codeId: string) =>
      bodyOf(core.PATCH('/api/intake-codes/{id}', { params: { path: { id: codeId } }, body: { active } })),
    ...useRecordOutcome(active ? turnedOn : turnedOff, turnFailed),
  });
}
