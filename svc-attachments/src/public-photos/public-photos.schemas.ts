import { choice, idSchema, requiredText, undisguised } from '@mainstay/service-kit';
import { z } from 'zod';
import { purposes } from '../attachments/purposes.ts';

export const photoGrantResponse = z
  .object({
    id: idSchema,
    uploadURL: z.url().meta({ description: "PUT the photo's bytes here. No session or header is needed." }),
    expiresAt: z.iso.datetime().meta({ description: 'Until then it may be uploaded and recorded.' }),
  })
  .meta({
    id: 'ReportPhotoGrantResponse',
    examples: [
      {
        id: '01a1fdf3-60c4-7e19-8d55-3f1f6f3e2b90',
        uploadURL:
          'https://mainstay.example.com/api/attachments/objects/uploads/01a1fdf3-60c4-7e19-8d55-3f1f6f3e2b90' +
          '?expires=1773327600&max=10485760&signature=q5mJ0e2f',
        expiresAt: '2026-03-12T15:00:00.000Z',
      },
    ],
  });
export type PhotoGrantResponse = z.infer<typeof photoGrantResponse>;

/** The stored part of a grant: all but the URL, which is signed again for a repeated request. */
export const grantedPhoto = photoGrantResponse.omit({ uploadURL: true });
export type GrantedPhoto = z.infer<typeof grantedPhoto>;

export const photoResponse = z
  .object({ id: idSchema })
  .meta({ id: 'ReportPhotoResponse', examples: [{ id: '01a1fdf3-60c4-7e19-8d55-3f1f6f3e2b90' }] });
export type PhotoResponse = z.infer<typeof photoResponse>;

export const grantVendorPhotoRequest = z
  .strictObject({
    name: requiredText(100, undisguised).meta({ description: 'Of whoever adds it.' }),
    purpose: choice(purposes),
  })
  .meta({ id: 'GrantVendorPhotoRequest', examples: [{ name: 'Lee', purpose: 'after' }] });
export type GrantVendorPhotoRequest = z.infer<typeof grantVendorPhotoRequest>;
