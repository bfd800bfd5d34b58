import { idSchema, storedText } from '@mainstay/service-kit';
import { z } from 'zod';
import type { Attachment } from './attachment.entity.ts';

/** Bytes of an attachment at most (specification, sections 5 and 9). */
export const MAX_ATTACHMENT_BYTES = 10_485_760;

/** Text as it stands, of at most `max` characters as the browser's `maxLength` counts them: UTF-16 units. */
const text = (max: number) =>
  storedText.refine((value) => value.length <= max, `At most ${max} characters.`).meta({ maxLength: max });

const someText = (max: number) => text(max).min(1, 'Must not be empty.');

export const attachmentResponse = z
  .object({
    id: idSchema,
    ticketId: idSchema,
    fileName: z.string(),
    fileType: z.string().nullable(),
    fileSize: z.int().min(0).max(MAX_ATTACHMENT_BYTES).meta({ description: 'Bytes.' }),
    objectPath: z.string(),
    uploadedBy: idSchema.nullable().meta({ description: 'Null once the user is gone.' }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'AttachmentResponse' });
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
      .meta({ description: `Bytes, exactly; at most ${MAX_ATTACHMENT_BYTES}.` }),
    objectPath: someText(4096).meta({
      description: 'The granted `objectPath`, or the whole `uploadURL`.',
    }),
  })
  .meta({ id: 'RecordAttachmentRequest' });
export type RecordAttachmentRequest = z.infer<typeof recordAttachmentRequest>;

export const uploadGrantResponse = z
  .object({
    uploadURL: z.url().meta({ description: "PUT the file's bytes here. No session or header is needed." }),
    objectPath: z.string().meta({ description: 'Names the upload when it is recorded.' }),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'UploadGrantResponse' });
export type UploadGrantResponse = z.infer<typeof uploadGrantResponse>;

export const downloadResponse = z
  .object({ downloadURL: z.url().meta({ description: 'Serves the file as a download under its own name.' }) })
  .meta({ id: 'DownloadResponse' });
export type DownloadResponse = z.infer<typeof downloadResponse>;

export const listAttachmentsQuery = z.strictObject({
  limit: z.coerce
    .number({ error: 'Must be a number.' })
    .int('Must be a whole number.')
    .min(1, 'At least 1.')
    .max(1000, 'At most 1000.')
    .default(500)
    .meta({ description: 'How many at most.' }),
  cursor: z
    .guid('Must be a cursor from the Link header of this list.')
    .optional()
    .meta({ description: 'Where to go on: from the address in the Link header with rel="next".' }),
});
export type ListAttachmentsQuery = z.infer<typeof listAttachmentsQuery>;

export const toAttachmentResponse = (attachment: Attachment): AttachmentResponse => ({
  id: attachment.id,
  ticketId: attachment.ticketId,
  fileName: attachment.fileName,
  fileType: attachment.fileType,
  fileSize: attachment.fileSize,
  objectPath: attachment.objectPath,
  uploadedBy: attachment.uploadedBy,
  createdAt: attachment.createdAt.toISOString(),
});
