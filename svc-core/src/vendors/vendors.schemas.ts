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
import { changedQuery, fitsCursor } from '../changed-lists/changed-list.ts';
import { changeRequest } from '../fields/change-request.ts';
import { responseMoney, upperMoney } from '../fields/money.ts';
import { reference } from '../fields/reference.ts';
import { searchText } from '../fields/search-text.ts';
import { vendorLanguages } from './vendor-name.ts';

const MOST_LOCATIONS = 1000;

export const vendorResponse = z
  .object({
    id: responseId,
    name: z.string(),
    trades: z.array(z.enum(categories)),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    spendingLimit: responseMoney.nullable().meta({
      description: 'Taken by a ticket without a limit when the vendor is chosen.',
    }),
    language: z.enum(vendorLanguages).meta({ description: 'Of the mails to the vendor.' }),
    active: z.boolean(),
    locationIds: z.array(responseId).meta({ description: 'Those that are visible to you.' }),
    allLocations: z.boolean().meta({ description: 'Whether it serves all locations.' }),
    createdAt: responseInstant,
    updatedAt: responseInstant,
    version: z.int(),
  })
  .meta({
    id: 'VendorResponse',
    description: 'A company that repairs equipment.',
    examples: [
      {
        id: '01a1fdf3-4d10-7b3e-a1f2-90c4d5e6f708',
        name: 'Bay Refrigeration',
        trades: ['refrigeration', 'hvac'],
        email: 'service@example.com',
        phone: '207-555-0188',
        spendingLimit: '500.00',
        language: 'en',
        active: true,
        locationIds: [],
        allLocations: true,
        createdAt: '2026-03-05T15:04:00.000Z',
        updatedAt: '2026-03-05T15:04:00.000Z',
        version: 1,
      },
    ],
  });

const vendorFields = {
  name: requiredText(160, unique).meta({
    description: 'Unique, whatever the case, the white space and the kind of hyphen.',
  }),
  trades: z
    .array(choice(categories))
    .max(categories.length, `At most ${categories.length}.`)
    .overwrite((trades) => [...new Set(trades)]),
  email: optionalText(254).refine(
    (email) => typeof email !== 'string' || z.regexes.html5Email.test(email),
    'Must be an e-mail address.',
  ),
  phone: optionalText(40),
  spendingLimit: upperMoney.nullable().optional(),
  language: choice(vendorLanguages),
  active: z.boolean('Must be true or false.'),
  locationIds: z
    .array(reference)
    .max(MOST_LOCATIONS, `At most ${MOST_LOCATIONS}.`)
    .overwrite((ids) => [...new Set(ids)])
    .meta({ description: 'Locations that it serves; empty for all of them.' }),
};

export const createVendorRequest = z
  .strictObject({
    ...vendorFields,
    trades: vendorFields.trades.default([]),
    language: vendorFields.language.default('en'),
    active: vendorFields.active.default(true),
    locationIds: vendorFields.locationIds.default([]),
  })
  .meta({
    id: 'CreateVendorRequest',
    examples: [{ name: 'Harbor Electric', trades: ['electrical'], spendingLimit: '500.00' }],
  });

export const updateVendorRequest = changeRequest(vendorFields, {
  id: 'UpdateVendorRequest',
  examples: [{ active: false }],
});

/** Its name, or when it changed; id. */
export const listVendorsQuery = z
  .strictObject({
    ...pageQuery(z.tuple([exactText, idSchema])),
    ...csvFormat,
    ...changedQuery,
    q: searchText.meta({
      description:
        'Part of the name, the e-mail address or the phone number, without regard to case and accents.',
    }),
    trade: choice(categories).optional(),
    locationId: reference.optional().meta({ description: 'Only vendors that serve this location.' }),
    active: choice(['true', 'false']).optional(),
  })
  .refine(...fitsCursor(2));

export type VendorResponse = z.infer<typeof vendorResponse>;
export type CreateVendorRequest = z.infer<typeof createVendorRequest>;
export type UpdateVendorRequest = z.infer<typeof updateVendorRequest>;
export type ListVendorsQuery = z.infer<typeof listVendorsQuery>;
