import {
  choice,
  csvFormat,
  exactText,
  idSchema,
  pageQuery,
  requiredText,
  responseId,
  responseInstant,
} from '@mainstay/service-kit';
import { z } from 'zod';
import { changeRequest } from '../fields/change-request.ts';
import { reference } from '../fields/reference.ts';
import { searchText } from '../fields/search-text.ts';
import { storeName } from '../locations/locations.schemas.ts';

const equipmentCategories = [
  'refrigeration',
  'cooking',
  'beverage',
  'hvac',
  'plumbing',
  'electrical',
  'pos',
  'building',
  'other',
] as const;
const equipmentStatuses = ['in_service', 'out_of_service', 'retired'] as const;

/** The equipment in other responses. */
export const equipmentName = z.object({ id: responseId, name: z.string() }).meta({
  id: 'EquipmentName',
  examples: [{ id: '01a1fdf3-19be-7c4f-a2c8-7d90b3e5fa0c', name: 'Fryer 2' }],
});

export const equipmentResponse = z
  .object({
    id: responseId,
    locationId: responseId,
    name: z.string(),
    category: z.enum(equipmentCategories),
    status: z.enum(equipmentStatuses),
    createdAt: responseInstant,
    updatedAt: responseInstant,
    location: storeName,
    code: z
      .object({
        id: responseId,
        label: z.string().nullable(),
        active: z.boolean(),
        createdAt: responseInstant,
        rotatedAt: responseInstant.nullable(),
        lastUsedAt: responseInstant.nullable(),
        suspendedUntil: responseInstant.nullable(),
      })
      .nullable()
      .meta({
        description:
          'Its QR code, of several the newest active one; without the secret. Null if it has none.',
      }),
    openTickets: z.int().meta({ description: 'Tickets at its location that are not solved.' }),
  })
  .meta({
    id: 'EquipmentResponse',
    description: 'A piece of equipment of a store.',
    examples: [
      {
        id: '01a1fdf3-19be-7c4f-a2c8-7d90b3e5fa0c',
        locationId: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
        name: 'Fryer 2',
        category: 'cooking',
        status: 'in_service',
        createdAt: '2026-03-05T15:04:00.000Z',
        updatedAt: '2026-03-05T15:04:00.000Z',
        location: {
          id: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
          name: 'Harbour Street',
          storeNumber: 'ME-014',
        },
        code: {
          id: '01a1fdf3-1a40-7e02-b6d1-3c58e7f4ab0d',
          label: null,
          active: true,
          createdAt: '2026-03-05T15:06:00.000Z',
          rotatedAt: null,
          lastUsedAt: '2026-03-06T11:20:05.120Z',
          suspendedUntil: null,
        },
        openTickets: 1,
      },
    ],
  });

const equipmentFields = {
  locationId: reference,
  name: requiredText(120),
  category: choice(equipmentCategories),
  status: choice(equipmentStatuses),
};

export const createEquipmentRequest = z
  .strictObject({ ...equipmentFields, status: equipmentFields.status.default('in_service') })
  .meta({
    id: 'CreateEquipmentRequest',
    examples: [{ locationId: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01', name: 'Fryer 2', category: 'cooking' }],
  });

export const updateEquipmentRequest = changeRequest(equipmentFields, {
  id: 'UpdateEquipmentRequest',
  description: 'The fields to change; omitted fields are kept. Its codes move to a new location with it.',
  examples: [{ status: 'out_of_service' }],
});

/** The name of the location, its own name, id. */
export const listEquipmentQuery = z.strictObject({
  ...pageQuery(z.tuple([exactText, exactText, idSchema])),
  ...csvFormat,
  locationId: reference.optional(),
  category: choice(equipmentCategories).optional(),
  status: choice(equipmentStatuses).optional(),
  q: searchText.meta({
    description:
      'Part of its name, or of the name or store number of its location, without regard to case and accents.',
  }),
});

export type EquipmentResponse = z.infer<typeof equipmentResponse>;
export type CreateEquipmentRequest = z.infer<typeof createEquipmentRequest>;
export type UpdateEquipmentRequest = z.infer<typeof updateEquipmentRequest>;
export type ListEquipmentQuery = z.infer<typeof listEquipmentQuery>;
