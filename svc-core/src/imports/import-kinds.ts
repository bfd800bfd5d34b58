import { categoryNames } from '@mainstay/service-kit';
import type { z } from 'zod';
import { createEquipmentRequest, updateEquipmentRequest } from '../equipment/equipment.schemas.ts';
import { statusNames } from '../equipment/equipment.sheet.ts';
import { createLocationRequest, updateLocationRequest } from '../locations/locations.schemas.ts';
import { locationWords } from '../locations/locations.sheet.ts';
import { cellTypeOf } from './cell-values.ts';
import type { ImportKind } from './imports.schemas.ts';
import type { ImportColumn } from './cells-by-field.ts';

/** Columns whose values are read by the type of the field. */
const typed = ({ shape }: z.ZodObject, columns: Omit<ImportColumn, 'type'>[]): ImportColumn[] =>
  columns.map((column) => ({ ...column, type: cellTypeOf(shape[column.field]) }));

/** What a file of a kind may have: a new column of an entity joins by a line here. */
export const importColumns: Record<ImportKind, ImportColumn[]> = {
  locations: typed(createLocationRequest, [
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
    { field: 'externalId', label: 'External ID' },
  ]),
  equipment: typed(createEquipmentRequest, [
    { field: 'storeNumber', label: 'Store Number' },
    { field: 'name', label: 'Name' },
    { field: 'category', label: 'Category', words: categoryNames },
    { field: 'status', label: 'Status', words: statusNames },
    { field: 'manufacturer', label: 'Manufacturer' },
    { field: 'model', label: 'Model' },
    { field: 'serial', label: 'Serial' },
    { field: 'installedOn', label: 'Installed On' },
    { field: 'warrantyUntil', label: 'Warranty Until' },
    { field: 'replacementCost', label: 'Replacement Cost' },
    { field: 'vendor', label: 'Vendor' },
    { field: 'notes', label: 'Notes' },
    { field: 'externalId', label: 'External ID' },
  ]),
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
