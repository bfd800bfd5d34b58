import { choice, idSchema, isVisible, pageLimit, storedText } from '@mainstay/service-kit';
import { z } from 'zod';
import { LARGEST_FILE } from '../config.ts';
import type { Attachment } from './attachment.entity.ts';
import { purposes } from './purposes.ts';

/** Text that is not trimmed, of at most `max` characters, counted like the browser's `maxLength` in UTF-16 units. */
const text = (max: number) =>
  storedText.refine((value) => value.length <= max, `At most ${max} characters.`).meta({ maxLength: max });

const someText = (max: number) =>
  text(max)
    .overwrite((value) => (isVisible(value) ? value : ''))
    .min(1, 'Must not be empty.');

/** Of the examples. */
const COMMENT_ID = '01a1fdf3-4a9c-7d55-b0e6-91c2d7f8a304';
const OBJECTS = 'https://mainstay.example.com/api/attachments/objects';
const file = {
  fileName: 'oven.jpg',
  fileType: 'image/jpeg',
  fileSize: 284_113,
  objectPath: 'uploads/0c9a1c52-6f0b-4f0e-8d55-3f1f6f3e2b90',
};

export const attachmentResponse = z
  .object({
    id: idSchema,
    ticketId: idSchema,
    commentId: idSchema
      .nullable()
      .default(null)
      .meta({ description: 'The comment that it belongs to; null for the ticket alone.' }),
    fileName: z.string(),
    fileType: z
      .string()
      .nullable()
      .meta({
        description:
          "The type shown by the file's bytes, otherwise the uploader's claim; `application/octet-stream` where the claim " +
          'would have to show in the bytes and does not.',
      }),
    fileSize: z.int().min(0).max(LARGEST_FILE).meta({ description: 'Bytes.' }),
    objectPath: z.string(),
    purpose: z
      .enum(purposes)
      .nullable()
      .default(null)
      .meta({ description: 'What a picture shows: the work before it was begun, or after it.' }),
    uploadedBy: idSchema.nullable().meta({ description: 'Null once the user was removed.' }),
    createdAt: z.iso.datetime(),
    thumbnailURL: z
      .url()
      .nullable()
      .default(null)
      .meta({
        description:
          'In lists: a WebP of at most 200 x 400 pixels for an <img>, created soon after a picture is recorded. Null ' +
          'until then, and for files of which nothing can be shown.',
      }),
  })
  .meta({
    id: 'AttachmentResponse',
    examples: [
      {
        id: '01a1fdf3-5d20-7b1a-9c31-0e8f4d2b7a10',
        ticketId: '01a1fdf3-2b52-7f0e-9c47-2a6be1f4d702',
        commentId: COMMENT_ID,
        ...file,
        purpose: 'after',
        uploadedBy: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03',
        createdAt: '2026-03-05T15:09:12.480Z',
        thumbnailURL:
          `${OBJECTS}/thumbnails/01a1fdf3-5e77-7c02-8f5e-64d0a1b9c355` +
          '?expires=1773327600&name=thumbnail.webp&signature=q5mJ0e2f',
      },
    ],
  });
export type AttachmentResponse = z.infer<typeof attachmentResponse>;

export const recordAttachmentRequest = z
  .strictObject({
    fileName: someText(255),
    fileType: text(100).nullish(),
    fileSize: z
      .int({
        error: ({ input }) => (input === undefined ? 'Required.' : 'Must be a whole number of bytes.'),
      })
      .min(0, 'At least 0.')
      .meta({
        description: 'Exact size in bytes; at most 10485760 unless the server is configured for more.',
      }),
    objectPath: someText(4096).meta({
      description: 'The granted `objectPath`, or the whole `uploadURL`.',
    }),
    commentId: z.guid('Must be an id.').toLowerCase().nullish().meta({
      description: 'A comment of your own on this ticket, to which the file is to belong.',
    }),
    purpose: choice(purposes)
      .nullish()
      .meta({ description: 'Of a picture: JPEG, PNG, WebP, GIF, HEIC or AVIF.' }),
  })
  .meta({ id: 'RecordAttachmentRequest', examples: [{ ...file, commentId: COMMENT_ID }] });
export type RecordAttachmentRequest = z.infer<typeof recordAttachmentRequest>;

export const updateAttachmentRequest = z
  .strictObject({
    purpose: choice(purposes).nullable().meta({ description: 'Null also for a file that is no picture.' }),
  })
  .partial()
  .meta({
    id: 'UpdateAttachmentRequest',
    description: 'The fields to change; omitted fields are kept.',
    examples: [{ purpose: 'after' }],
  });
export type UpdateAttachmentRequest = z.infer<typeof updateAttachmentRequest>;

/** Query parameters, because the specification's operation has no body. */
export const grantUploadQuery = z.strictObject({
  ticketId: z.guid('Must be the id of a ticket.').optional().meta({
    description:
      'The ticket for the file: a file that exceeds its storage quota is then rejected before it is uploaded.',
  }),
  fileSize: z.coerce
    .number({ error: 'Must be a number.' })
    .int('Must be a whole number of bytes.')
    .min(0, 'At least 0.')
    .optional()
    .meta({
      description:
        'Bytes. A file that is too large is rejected before it is uploaded; S3 accepts exactly this size.',
    }),
});
export type GrantUploadQuery = z.infer<typeof grantUploadQuery>;

export const cancelUploadQuery = z.strictObject({
  objectPath: someText(4096).meta({ description: 'The granted `objectPath`, or the whole `uploadURL`.' }),
});
export type CancelUploadQuery = z.infer<typeof cancelUploadQuery>;

export const uploadGrantResponse = z
  .object({
    uploadURL: z.url().meta({ description: "PUT the file's bytes here. No session or header is needed." }),
    objectPath: z.string().meta({ description: 'Identifies the upload when it is recorded.' }),
    expiresAt: z.iso.datetime(),
  })
  .meta({
    id: 'UploadGrantResponse',
    examples: [
      {
        uploadURL: `${OBJECTS}/${file.objectPath}?expires=1773327600&signature=q5mJ0e2f`,
        objectPath: file.objectPath,
        expiresAt: '2026-03-12T15:00:00.000Z',
      },
    ],
  });
export type UploadGrantResponse = z.infer<typeof uploadGrantResponse>;

export const downloadResponse = z
  .object({
    downloadURL: z.url().meta({ description: 'Serves the file as a download with its original name.' }),
  })
  .meta({
    id: 'DownloadResponse',
    examples: [
      {
        downloadURL:
          `${OBJECTS}/attachments/01a1fdf3-5d20-7b1a-9c31-0e8f4d2b7a10` +
          '?expires=1773327600&name=oven.jpg&signature=q5mJ0e2f',
      },
    ],
  });
export type DownloadResponse = z.infer<typeof downloadResponse>;

export const listAttachmentsQuery = z.strictObject({
  limit: pageLimit,
  cursor: z
    .guid('Must be a cursor from the Link header of this list.')
    .optional()
    .meta({ description: 'Cursor of the next page, from the URL in the Link header with rel="next".' }),
});
export type ListAttachmentsQuery = z.infer<typeof listAttachmentsQuery>;

export const toAttachmentResponse = ({
  createdAt,
  thumbnail: _thumbnail,
  version: _version,
  ...attachment
}: Attachment): AttachmentResponse => ({
  ...attachment,
  createdAt: createdAt.toISOString(),
  thumbnailURL: null,
});
