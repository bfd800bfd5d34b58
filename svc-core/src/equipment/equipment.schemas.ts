import {
  categories,
  choice,
  csvFormat,
  exactText,
  idSchema,
  optionalText,
  pageQuery,
  requiredText,
  responseId,
  responseInstant,
  unique,
} from '@mainstay/service-kit';
import { z } from 'zod';
import { changedKeys, changedQuery, fitsCursor } from '../changed-lists/changed-list.ts';
import { idsFilter } from '../changed-lists/ids-filter.ts';
import { externalId, responseExternalId } from '../external-ids/external-id.ts';
import { externalIdFilter } from '../external-ids/external-id-filter.ts';
import { changeRequest } from '../fields/change-request.ts';
import { dayWithin, responseDay } from '../fields/day.ts';
import { longText } from '../fields/long-text.ts';
import { responseMoney, upperMoney } from '../fields/money.ts';
import { reference } from '../fields/reference.ts';
import { searchText } from '../fields/search-text.ts';
import { storeName } from '../locations/location-names.ts';
import { vendorName } from '../vendors/vendor-name.ts';
import { equipmentStatuses } from './equipment-names.ts';

export const equipmentResponse = z
  .object({
    id: responseId,
    locationId: responseId,
    name: z.string(),
    category: z.enum(categories),
    status: z.enum(equipmentStatuses),
    manufacturer: z.string().nullable(),
    model: z.string().nullable(),
    serial: z.string().nullable(),
    externalId: responseExternalId,
    installedOn: responseDay.nullable(),
    warrantyUntil: responseDay.nullable().meta({ description: 'The last day of the warranty.' }),
    warrantyNote: z.string().nullable(),
    replacementCost: responseMoney.nullable(),
    vendorId: responseId
      .nullable()
      .meta({ description: 'Null also for a vendor that is not visible to you.' }),
    vendor: vendorName.nullable(),
    notes: longText.nullable(),
    createdAt: responseInstant,
    updatedAt: responseInstant,
    location: storeName.extend({ timezone: z.string() }),
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
        manufacturer: 'Pitco',
        model: 'SG14S',
        serial: 'G15LC044321',
        externalId: 'sensor-2041',
        installedOn: '2024-03-05',
        warrantyUntil: '2027-03-05',
        warrantyNote: 'Parts and labor',
        replacementCost: '4200.00',
        vendorId: '01a1fdf3-4d10-7b3e-a1f2-90c4d5e6f708',
        vendor: { id: '01a1fdf3-4d10-7b3e-a1f2-90c4d5e6f708', name: 'Bay Refrigeration' },
        notes: null,
        createdAt: '2026-03-05T15:04:00.000Z',
        updatedAt: '2026-03-05T15:04:00.000Z',
        location: {
          id: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
          name: 'Harbour Street',
          storeNumber: 'ME-014',
          timezone: 'America/New_York',
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
  category: choice(categories),
  status: choice(equipmentStatuses),
  manufacturer: optionalText(100),
  model: optionalText(100),
  serial: optionalText(100).meta({
    description: 'Once in a location, whatever the case, the white space and the kind of hyphen.',
  }),
  installedOn: dayWithin(1900, 1).nullable().optional(),
  warrantyUntil: dayWithin(1900, 100).nullable().optional(),
  warrantyNote: optionalText(500),
  replacementCost: upperMoney.nullable().optional(),
  vendorId: reference.nullable().optional().meta({
    description:
      'An active vendor of the location. Equipment that moves leaves a vendor that does not serve there.',
  }),
  notes: optionalText(2000),
  externalId: externalId.optional(),
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

/** The name of the location, its own name, id; or when it changed, id. */
export const listEquipmentQuery = z
  .strictObject({
    ...pageQuery(z.union([z.tuple([exactText, exactText, idSchema]), changedKeys])),
    ...csvFormat,
    ...changedQuery,
    ids: idsFilter,
    locationId: reference.optional(),
    category: choice(categories).optional(),
    status: choice(equipmentStatuses).optional(),
    serial: requiredText(100, unique).optional().meta({
      description: 'Its serial, whatever the case, the white space and the kind of hyphen.',
    }),
    externalId: externalIdFilter,
    q: searchText.meta({
      description:
        'Part of its name, or of the name or store number of its location, without regard to case and accents.',
    }),
  })
  .refine(...fitsCursor(3));

export const equipmentSummary = z
  .object({
    tickets: z.int().meta({ description: 'Of all its places that are visible to you.' }),
    openTickets: z.int(),
    repeats: z.int().meta({ description: 'Tickets that came at most 30 days after one was solved.' }),
    totalCost: responseMoney,
    costLast12Months: responseMoney,
    shareOfReplacement: z.number().nullable().meta({
      description: 'The total cost in percent of the replacement cost; null without one.',
    }),
    underWarranty: z.boolean().meta({ description: 'Today, at its location.' }),
  })
  .meta({
    id: 'EquipmentSummary',
    description: 'What a piece of equipment has needed.',
    examples: [
      {
        tickets: 4,
        openTickets: 1,
        repeats: 2,
        totalCost: '2800.00',
        costLast12Months: '2150.00',
        shareOfReplacement: 66.7,
        underWarranty: false,
      },
    ],
  });

/** As stored for its Idempotency-Key. One stored by the previous release lacks new fields: only its id is used. */
export const storedEquipment = z.union([equipmentResponse, equipmentResponse.pick({ id: true })]);

export type EquipmentSummary = z.infer<typeof equipmentSummary>;
export type EquipmentResponse = z.infer<typeof equipmentResponse>;
export type CreateEquipmentRequest = z.infer<typeof createEquipmentRequest>;
export type UpdateEquipmentRequest = z.infer<typeof updateEquipmentRequest>;
export type ListEquipmentQuery = z.infer<typeof listEquipmentQuery>;
