import {
  anyContains,
  bodyOf,
  type Changed,
  type Created,
  entityQueries,
  type Listed,
} from '@mainstay/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { core, type CoreSchemas, type Equipment } from '../api/core.ts';
import { refreshRecords } from '../api/refresh-records.ts';
import { strings } from '../strings.ts';

/** Which equipment is listed; undefined for any. */
export interface EquipmentFilter {
  locationId: string | undefined;
  category: Equipment['category'] | undefined;
  status: Equipment['status'] | undefined;
}

const path = '/api/equipment';
const equipment = entityQueries(path);

/** The equipment visible to the user that a filter lets through. */
export const equipmentQuery = equipment.lists((sent: Listed<EquipmentFilter>) => core.GET(path, sent));

/** The server's search rule. */
export const matchesEquipment = ({ name, location }: Equipment, text: string) =>
  anyContains([name, location.name, location.storeNumber], text);

/** Reads a piece of equipment and its ETag. */
export const readEquipment = equipment.reads((sent) => core.GET('/api/equipment/{id}', sent));

export const useCreateEquipment = equipment.createsOrLeaves(
  (sent: Created<CoreSchemas['CreateEquipmentRequest']>) => core.POST(path, sent),
  strings.created,
  strings.createFailed,
);

/** Updates the given fields if the version is still `ifMatch`. */
export const useUpdateEquipment = equipment.updates(
  (sent: Changed<CoreSchemas['UpdateEquipmentRequest']>) => core.PATCH('/api/equipment/{id}', sent),
  strings.updated,
  strings.updateFailed,
  refreshRecords,
);

/** Deletes a piece of equipment with its code. Its tickets stay. */
export const useDeleteEquipment = equipment.removes(
  (sent) => core.DELETE('/api/equipment/{id}', sent),
  strings.deleted,
  strings.deleteFailed,
);

const turnSticker = (active: boolean, success: string) =>
  equipment.writes(
    (codeId: string) =>
      bodyOf(core.PATCH('/api/intake-codes/{id}', { params: { path: { id: codeId } }, body: { active } })),
    success,
    strings.sticker.turnFailed,
    refreshRecords,
  );

/** Makes a code work, by its id. */
export const useTurnStickerOn = turnSticker(true, strings.sticker.turnedOn);
/** Stops a code for a while, by its id. */
export const useTurnStickerOff = turnSticker(false, strings.sticker.turnedOff);

/** A piece of equipment, with its ETag. */
export const recordQuery = (id: string) =>
  queryOptions({ queryKey: [path, id], queryFn: ({ signal }) => readEquipment(id, signal) });

/** What a piece of equipment has needed, in the places that are visible to the user. */
export const summaryQuery = (id: string) =>
  queryOptions({
    queryKey: [path, id, 'summary'],
    queryFn: ({ signal }) =>
      bodyOf(core.GET('/api/equipment/{id}/summary', { params: { path: { id } }, signal })),
  });

/** The active vendors that serve a store, by name: as many as one page has. */
export const vendorsOfStoreQuery = (locationId: string) => {
  const query = { locationId, active: 'true', limit: 1000 } as const;
  return queryOptions({
    queryKey: ['/api/vendors', query],
    queryFn: ({ signal }) => bodyOf(core.GET('/api/vendors', { params: { query }, signal })),
  });
};
