import { idSchema } from '@mainstay/service-kit';
import { z } from 'zod';
import type { Attachment } from './attachment.entity.ts';

/** Bytes of an attachment at most (specification, sections 5 and 9). */
export const MAX_ATTACHMENT_BYTES = 10_485_760;

/** Text that PostgreSQL and UTF-8 can carry: no NUL, no half of a surrogate pair. */
const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Cs}/u.test(text);
const storable = z.string().refine(isStorable, 'Contains a character that cannot be stored.');

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
    fileName: storable.min(1).max(255),
    fileType: storable.max(100).nullish(),
    fileSize: z
      .int()
      .min(0)
      .meta({ description: `Bytes, exactly; at most ${MAX_ATTACHMENT_BYTES}.` }),
    objectPath: storable
      .min(1)
      .max(4096)
      .meta({ description: 'The granted `objectPath`, or the whole `uploadURL`.' }),
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
  limit: z.coerce.number().int().min(1).max(1000).default(500),
  cursor: idSchema.optional().meta({ description: 'From the `Link` header of the page before.' }),
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
