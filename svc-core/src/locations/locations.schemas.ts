import {
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
import { changedQuery, fitsCursor } from '../changed-lists/changed-list.ts';
import { idsFilter } from '../changed-lists/ids-filter.ts';
import { externalId, responseExternalId } from '../external-ids/external-id.ts';
import { externalIdFilter } from '../external-ids/external-id-filter.ts';
import { changeRequest } from '../fields/change-request.ts';
import { limited, longText, requiredLongText } from '../fields/long-text.ts';
import { person } from '../fields/person.ts';
import { searchText } from '../fields/search-text.ts';
import { timezone } from '../fields/timezone.ts';
import { locationStatuses } from './location-names.ts';

const exampleLocation = {
  name: 'Harbour Street',
  address: '12 Harbour Street',
  city: 'Portland',
  state: 'ME',
  zipCode: '04101',
  phone: '207-555-0114',
  storeNumber: 'ME-014',
  status: 'active',
  timezone: 'America/New_York',
};

export const locationResponse = z
  .object({
    id: responseId,
    name: z.string(),
    address: longText,
    city: z.string(),
    state: z.string(),
    zipCode: z.string(),
    phone: z.string().nullable(),
    storeNumber: z.string(),
    externalId: responseExternalId,
    status: z.enum(locationStatuses),
    timezone: z.string().meta({ description: 'IANA name, for example America/New_York.' }),
    archivedAt: responseInstant.nullable().meta({
      description: 'Since when it is archived, out of lists and counts; null if it is not.',
    }),
    managers: z.array(person).nullable().meta({
      description: 'Its district managers by name, for administrators; null for others.',
    }),
    createdAt: responseInstant,
    updatedAt: responseInstant,
  })
  .meta({
    id: 'LocationResponse',
    description: 'A franchise store.',
    examples: [
      {
        id: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
        ...exampleLocation,
        externalId: null,
        archivedAt: null,
        managers: [{ id: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03', firstName: 'Tom', lastName: 'Okafor' }],
        createdAt: '2026-03-05T15:04:00.000Z',
        updatedAt: '2026-03-05T15:04:00.000Z',
      },
    ],
  });

const locationFields = {
  name: requiredText(255),
  address: requiredLongText(),
  city: requiredText(100),
  state: requiredText(50),
  zipCode: requiredText(20),
  phone: optionalText(20),
  storeNumber: requiredText(50, unique).meta({
    description: 'Unique among all locations, whatever the case, the white space and the kind of hyphen.',
  }),
  status: choice(locationStatuses),
  timezone: timezone.meta({
    description: 'IANA name; defaults to the time zone of the installation.',
  }),
  externalId: externalId.optional(),
};

export const createLocationRequest = z
  .strictObject({
    ...locationFields,
    address: limited(locationFields.address),
    status: locationFields.status.default('active'),
    timezone: locationFields.timezone.optional(),
  })
  .meta({
    id: 'CreateLocationRequest',
    examples: [exampleLocation],
  });

export const updateLocationRequest = changeRequest(locationFields, {
  id: 'UpdateLocationRequest',
  examples: [{ status: 'inactive' }],
});

/** Name, or when it changed; id. */
export const listLocationsQuery = z
  .strictObject({
    ...pageQuery(z.tuple([exactText, idSchema])),
    ...csvFormat,
    ...changedQuery,
    ids: idsFilter,
    archived: choice(['true', 'false'])
      .transform((value) => value === 'true')
      .optional()
      .meta({ description: 'Only archived ones; they are left out otherwise.' }),
    externalId: externalIdFilter,
    q: searchText.meta({
      description: 'Part of the name, the city or the store number, without regard to case and accents.',
    }),
  })
  .refine(...fitsCursor(2));

/** As stored for its Idempotency-Key. One stored by the previous release lacks new fields: only its id is used. */
export const storedLocation = z.union([locationResponse, locationResponse.pick({ id: true })]);

export type LocationResponse = z.infer<typeof locationResponse>;
export type CreateLocationRequest = z.infer<typeof createLocationRequest>;
export type UpdateLocationRequest = z.infer<typeof updateLocationRequest>;
export type ListLocationsQuery = z.infer<typeof listLocationsQuery>;
