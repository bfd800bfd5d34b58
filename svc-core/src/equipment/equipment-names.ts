import { categories, responseId } from '@mainstay/service-kit';
import { z } from 'zod';
import { responseDay } from '../fields/day.ts';

export const equipmentStatuses = ['in_service', 'out_of_service', 'retired'] as const;

/** The equipment in other responses. */
export const equipmentName = z.object({ id: responseId, name: z.string() }).meta({
  id: 'EquipmentName',
  examples: [{ id: '01a1fdf3-19be-7c4f-a2c8-7d90b3e5fa0c', name: 'Fryer 2' }],
});

/** The equipment of a ticket. */
export const ticketEquipment = equipmentName
  .extend({ category: z.enum(categories), warrantyUntil: responseDay.nullable() })
  .meta({
    id: 'TicketEquipment',
    description: 'The equipment, with its category and the last day of its warranty.',
    examples: [
      {
        id: '01a1fdf3-19be-7c4f-a2c8-7d90b3e5fa0c',
        name: 'Fryer 2',
        category: 'cooking',
        warrantyUntil: '2027-03-05',
      },
    ],
  });
