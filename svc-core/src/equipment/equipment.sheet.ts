import type { Sheet } from '@mainstay/service-kit';
import type { EquipmentResponse } from './equipment.schemas.ts';

/** As on the Equipment screen. */
export const equipmentWords = {
  category: {
    refrigeration: 'Refrigeration',
    cooking: 'Cooking',
    beverage: 'Beverage',
    hvac: 'Heating and cooling',
    plumbing: 'Plumbing',
    electrical: 'Electrical',
    pos: 'Point of sale',
    building: 'Building',
    other: 'Other',
  },
  status: { in_service: 'In service', out_of_service: 'Out of service', retired: 'Retired' },
};

/** Has what an import of equipment reads: with no change, it changes nothing. */
export const equipmentSheet: Sheet<EquipmentResponse> = {
  name: 'equipment',
  columns: {
    'Store Number': ({ location }) => location.storeNumber,
    Name: ({ name }) => name,
    Category: ({ category }) => equipmentWords.category[category],
    Status: ({ status }) => equipmentWords.status[status],
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
