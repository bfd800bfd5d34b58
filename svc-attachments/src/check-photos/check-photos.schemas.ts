import { idSchema } from '@mainstay/service-kit';
import { z } from 'zod';

export const grantCheckPhotoRequest = z
  .strictObject({ stepId: z.guid('Must be an id.').toLowerCase() })
  .meta({ id: 'GrantCheckPhotoRequest', examples: [{ stepId: '01a1fdf3-6a31-7e02-8c55-7d0e1f2a3b4c' }] });
export type GrantCheckPhotoRequest = z.infer<typeof grantCheckPhotoRequest>;

export const checkPhotoGrantResponse = z
  .object({
    id: idSchema,
    uploadURL: z.url().meta({ description: "PUT the photo's bytes here. No session or header is needed." }),
    expiresAt: z.iso.datetime(),
  })
  .meta({
    id: 'CheckPhotoGrantResponse',
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
export type CheckPhotoGrantResponse = z.infer<typeof checkPhotoGrantResponse>;

export const checkPhotoResponse = z
  .object({ id: idSchema, url: z.string().meta({ description: 'The path of the photo, for an <img>.' }) })
  .meta({
    id: 'CheckPhotoResponse',
    examples: [
      {
        id: '01a1fdf3-60c4-7e19-8d55-3f1f6f3e2b90',
        url: '/api/checklist-runs/01a1fdf3-6b00-7c11-9d42-1b7e5c90aa02/photos/01a1fdf3-60c4-7e19-8d55-3f1f6f3e2b90',
      },
    ],
  });
export type CheckPhotoResponse = z.infer<typeof checkPhotoResponse>;
