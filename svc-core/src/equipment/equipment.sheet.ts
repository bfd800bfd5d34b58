import type { Sheet } from '@mainstay/service-kit';
import type { EquipmentResponse } from './equipment.schemas.ts';

/** Has what an import of equipment reads: with no change, it changes nothing. */
export const equipmentSheet: Sheet<EquipmentResponse> = {
  name: 'equipment',
  columns: {
    'Store Number': ({ location }) => location.storeNumber,
    Name: ({ name }) => name,
    Category: ({ category }) => category,
    Status: ({ status }) => status,
    Manufacturer: ({ manufacturer }) => manufacturer,
    Model: ({ model }) => model,
    Serial: ({ serial }) => serial,
    'Installed On': ({ installedOn }) => installedOn,
    'Warranty Until': ({ warrantyUntil }) => warrantyUntil,
    'Replacement Cost': ({ replacementCost }) => replacementCost,
    Vendor: ({ vendor }) => vendor?.name ?? null,
    Notes: ({ notes }) => notes,
  },
};
