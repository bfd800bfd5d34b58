import { creationKeys, optionalText, pageQuery, responseId, responseInstant } from '@mainstay/service-kit';
import { z } from 'zod';
import { equipmentName } from '../equipment/equipment-names.ts';
import { changeRequest } from '../fields/change-request.ts';
import { reference } from '../fields/reference.ts';
import { storeName } from '../locations/location-names.ts';

const exampleCode = {
  id: '01a1fdf3-1a40-7e02-b6d1-3c58e7f4ab0d',
  locationId: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
  equipmentId: '01a1fdf3-19be-7c4f-a2c8-7d90b3e5fa0c',
  label: 'Left side',
  active: true,
  suspendedUntil: null,
  createdBy: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03',
  createdAt: '2026-03-05T15:04:00.000Z',
  rotatedAt: null,
  lastUsedAt: '2026-03-06T11:20:05.120Z',
  location: { id: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01', name: 'Harbour Street', storeNumber: 'ME-014' },
  equipment: { id: '01a1fdf3-19be-7c4f-a2c8-7d90b3e5fa0c', name: 'Fryer 2' },
};

export const intakeCodeResponse = z
  .object({
    id: responseId,
    locationId: responseId,
    equipmentId: responseId.nullable().meta({ description: 'Null for a code of the whole location.' }),
    label: z.string().nullable(),
    active: z.boolean().meta({ description: 'Whether reports can be made with it.' }),
    suspendedUntil: responseInstant
      .nullable()
      .meta({ description: 'Takes no reports until then, because there were too many.' }),
    createdBy: responseId.nullable().meta({ description: 'Null once the user was removed.' }),
    createdAt: responseInstant,
    rotatedAt: responseInstant.nullable(),
    lastUsedAt: responseInstant.nullable(),
    location: storeName,
    equipment: equipmentName.nullable(),
  })
  .meta({
    id: 'IntakeCodeResponse',
    description: 'A QR code with which people in a store report problems, without the secret on its sticker.',
    examples: [exampleCode],
  });

export const issuedIntakeCodeResponse = intakeCodeResponse
  .extend({
    code: z.string().meta({
      description:
        'The secret, for the address /r/{code} on the sticker: 26 characters. It is shown only now.',
    }),
  })
  .meta({
    id: 'IssuedIntakeCodeResponse',
    description: 'A QR code that was created or rotated, with its secret.',
    examples: [{ ...exampleCode, code: 'gig2cxcctabf4nawnhh5fl5jxa' }],
  });

const label = optionalText(60).meta({ description: 'For staff, such as where the sticker is.' });

export const createIntakeCodeRequest = z
  .strictObject({
    locationId: reference,
    equipmentId: reference
      .nullable()
      .default(null)
      .meta({ description: 'Equipment of this location; null or omitted for the whole location.' }),
    label,
  })
  .meta({
    id: 'CreateIntakeCodeRequest',
    examples: [
      {
        locationId: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
        equipmentId: '01a1fdf3-19be-7c4f-a2c8-7d90b3e5fa0c',
        label: 'Left side',
      },
    ],
  });

export const updateIntakeCodeRequest = changeRequest(
  { active: z.boolean({ error: 'Must be true or false.' }), label },
  { id: 'UpdateIntakeCodeRequest', examples: [{ active: false }] },
);

export const listIntakeCodesQuery = z.strictObject({
  ...pageQuery(creationKeys),
  locationId: reference.optional(),
  equipmentId: reference.optional(),
});

export type IntakeCodeResponse = z.infer<typeof intakeCodeResponse>;
export type IssuedIntakeCodeResponse = z.infer<typeof issuedIntakeCodeResponse>;
export type CreateIntakeCodeRequest = z.infer<typeof createIntakeCodeRequest>;
export type UpdateIntakeCodeRequest = z.infer<typeof updateIntakeCodeRequest>;
export type ListIntakeCodesQuery = z.infer<typeof listIntakeCodesQuery>;
