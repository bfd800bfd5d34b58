import { categoryNames, type Sheet } from '@mainstay/service-kit';
import type { EquipmentResponse } from './equipment.schemas.ts';

/** As on the Equipment screen. */
export const statusNames = {
  in_service: 'In service',
  out_of_service: 'Out of service',
  retired: 'Retired',
};

/** Has what an import of equipment reads: with no change, it changes nothing. */
export const equipmentSheet: Sheet<EquipmentResponse> = {
  name: 'equipment',
  columns: {
    'Store Number': ({ location }) => location.storeNumber,
    Name: ({ name }) => name,
    Category: ({ category }) => categoryNames[category],
    Status: ({ status }) => statusNames[status],
    Manufacturer: ({ manufacturer }) => manufacturer,
    Model: ({ model }) => model,
    Serial: ({ serial }) => serial,
    'Installed On': ({ installedOn }) => installedOn,
    'Warranty Until': ({ warrantyUntil }) => warrantyUntil,
    'Replacement Cost': ({ replacementCost }) => replacementCost,
    Vendor: ({ vendor }) => vendor?.name ?? null,
    Notes: ({ notes }) => notes,
    'External ID': ({ externalId }) => externalId,
  },
};
