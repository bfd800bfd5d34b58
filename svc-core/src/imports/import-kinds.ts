import { createEquipmentRequest, updateEquipmentRequest } from '../equipment/equipment.schemas.ts';
import { createLocationRequest, updateLocationRequest } from '../locations/locations.schemas.ts';
import type { ImportKind } from './imports.schemas.ts';
import type { ImportColumn } from './plan-rows.ts';

/** What a file of a kind may have: a new column of an entity joins by a line here. */
export const importColumns: Record<ImportKind, ImportColumn[]> = {
  locations: [
    { field: 'storeNumber', label: 'Store Number' },
    { field: 'name', label: 'Location Name' },
    { field: 'address', label: 'Street Address' },
    { field: 'city', label: 'City' },
    { field: 'state', label: 'State' },
    { field: 'zipCode', label: 'ZIP Code' },
    { field: 'phone', label: 'Phone' },
    { field: 'status', label: 'Status', isChoice: true },
    { field: 'timezone', label: 'Time Zone' },
    { field: 'managers', label: 'Managers' },
  ],
  equipment: [
    { field: 'storeNumber', label: 'Store Number' },
    { field: 'name', label: 'Name' },
    { field: 'category', label: 'Category', isChoice: true },
    { field: 'status', label: 'Status', isChoice: true },
  ],
};

/** The columns without which no row can be found. */
export const keyColumns: Record<ImportKind, string[]> = {
  locations: ['storeNumber'],
  equipment: ['storeNumber', 'name'],
};

export const importRequests = {
  locations: {
    creation: createLocationRequest,
    // A changed address is a new one: the limit applies.
    changes: updateLocationRequest.extend({ address: createLocationRequest.shape.address.optional() }),
  },
  equipment: { creation: createEquipmentRequest, changes: updateEquipmentRequest },
};
