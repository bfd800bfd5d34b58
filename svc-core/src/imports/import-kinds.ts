import { createEquipmentRequest, updateEquipmentRequest } from '../equipment/equipment.schemas.ts';
import { equipmentWords } from '../equipment/equipment.sheet.ts';
import { createLocationRequest, updateLocationRequest } from '../locations/locations.schemas.ts';
import { locationWords } from '../locations/locations.sheet.ts';
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
    { field: 'status', label: 'Status', words: locationWords.status },
    { field: 'timezone', label: 'Time Zone' },
    { field: 'managers', label: 'Managers' },
  ],
  equipment: [
    { field: 'storeNumber', label: 'Store Number' },
    { field: 'name', label: 'Name' },
    { field: 'category', label: 'Category', words: equipmentWords.category },
    { field: 'status', label: 'Status', words: equipmentWords.status },
    { field: 'manufacturer', label: 'Manufacturer' },
    { field: 'model', label: 'Model' },
    { field: 'serial', label: 'Serial' },
    { field: 'installedOn', label: 'Installed On' },
    { field: 'warrantyUntil', label: 'Warranty Until' },
    { field: 'replacementCost', label: 'Replacement Cost' },
    { field: 'vendor', label: 'Vendor' },
    { field: 'notes', label: 'Notes' },
  ],
};

/** The columns without which no row can be found; of several one is enough. */
export const keyColumns: Record<ImportKind, [string, ...string[]][]> = {
  locations: [['storeNumber']],
  equipment: [['storeNumber'], ['name', 'serial']],
};

export const importRequests = {
  locations: {
    creation: createLocationRequest,
    // A changed address is a new one: the limit applies.
    changes: updateLocationRequest.extend({ address: createLocationRequest.shape.address.optional() }),
  },
  equipment: { creation: createEquipmentRequest, changes: updateEquipmentRequest },
};
