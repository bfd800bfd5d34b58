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
  },
};
