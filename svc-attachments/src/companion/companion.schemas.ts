import { exactText } from '@mainstay/service-kit';
import { z } from 'zod';

/** Maximum characters of a storage key, or of an upload URL in its place. */
const KEY_LENGTH = 4096;

/** Of the examples. */
const BUCKET = 'mainstay-files';
const KEY = 'uploads/7b1c52e0-4d0e-4f9a-9b6e-2f0a6d3c1e88';
const LOCATION = `https://files.example.com/${BUCKET}/${KEY}`;
const UPLOAD_ID = '2f0c7b1e-9a64-4d0b-8a53-6f0e1c9d7b42';

export const uploadParamsQuery = z
  // The widget also sends `metadata[name]` parameters, which are not stored.
  .looseObject({
    filename: z.string({ error: 'Required.' }).min(1, 'Must not be empty.'),
    type: z.string().optional(),
  })
  .meta({ description: "The browser's name and type of the file. Neither is stored." });

export const uploadKeyQuery = z.strictObject({
  key: exactText
    .min(1, 'Must not be empty.')
    .max(KEY_LENGTH, `At most ${KEY_LENGTH} characters.`)
    .meta({ description: 'The `key` returned when the upload was started.' }),
});
export type UploadKeyQuery = z.infer<typeof uploadKeyQuery>;

export const uploadParamsResponse = z
  .object({
    method: z.literal('POST'),
    url: z.url().meta({ description: 'Takes a multipart/form-data POST; no session is needed.' }),
    fields: z.record(z.string(), z.string()).meta({
      description: 'Fields of the form, to be followed by the field `file`. `key` is the objectPath.',
    }),
    expires: z.int().meta({ description: 'Seconds until the form expires.' }),
  })
  .meta({
    id: 'UploadParamsResponse',
    examples: [
      {
        method: 'POST',
        url: `https://files.example.com/${BUCKET}`,
        fields: { key: 'uploads/0c9a1c52-6f0b-4f0e-8d55-3f1f6f3e2b90', policy: '…', 'x-amz-signature': '…' },
        expires: 604_800,
      },
    ],
  });
export type UploadParamsResponse = z.infer<typeof uploadParamsResponse>;

export const createMultipartUploadRequest = z
  .strictObject({
    filename: z.string({ error: 'Required.' }).min(1, 'Must not be empty.'),
    type: z.string({ error: 'Required.' }),
    metadata: z.record(z.string(), z.unknown()).nullish(),
  })
  .meta({
    id: 'CreateMultipartUploadRequest',
    examples: [{ filename: 'walk-through.mp4', type: 'video/mp4', metadata: {} }],
    description: 'Not stored: the record names the file.',
  });
export type CreateMultipartUploadRequest = z.infer<typeof createMultipartUploadRequest>;

export const multipartUploadResponse = z
  .object({
    key: z.string().meta({ description: 'Also the `objectPath` for recording the upload.' }),
    uploadId: z.string(),
    bucket: z.string().optional().meta({ description: 'Only with S3.' }),
  })
  .meta({ id: 'MultipartUploadResponse', examples: [{ key: KEY, uploadId: UPLOAD_ID, bucket: BUCKET }] });
export type MultipartUploadResponse = z.infer<typeof multipartUploadResponse>;

export const uploadedPartResponse = z
  .object({
    PartNumber: z.int().min(1),
    ETag: z.string(),
    Size: z.int().meta({ description: 'Bytes.' }),
  })
  .meta({
    id: 'UploadedPartResponse',
    examples: [{ PartNumber: 1, ETag: '"9b2cf535f27731c974343645a3985328"', Size: 5_242_880 }],
  });
export type UploadedPartResponse = z.infer<typeof uploadedPartResponse>;

export const signedPartResponse = z
  .object({
    url: z
      .url()
      .meta({ description: "PUT the part's bytes here. The ETag of the response identifies them." }),
    expires: z.int().meta({ description: 'Seconds until the URL expires.' }),
  })
  .meta({
    id: 'SignedPartResponse',
    examples: [
      {
        url: `${LOCATION}?partNumber=1&uploadId=${UPLOAD_ID}&X-Amz-Signature=q5mJ0e2f`,
        expires: 604_800,
      },
    ],
  });
export type SignedPartResponse = z.infer<typeof signedPartResponse>;

export const completeMultipartUploadRequest = z
  .strictObject({
    parts: z
      .array(
        z.strictObject({
          PartNumber: z.int('Must be a whole number.').min(1, 'At least 1.').max(10_000, 'At most 10000.'),
          ETag: z.string().min(1, 'Must not be empty.').max(200, 'At most 200 characters.'),
        }),
        { error: 'Required: a list of parts.' },
      )
      .min(1, 'At least one part.')
      .max(10_000, 'At most 10000 parts.'),
  })
  .meta({
    id: 'CompleteMultipartUploadRequest',
    examples: [
      {
        parts: [
          { PartNumber: 1, ETag: '"9b2cf535f27731c974343645a3985328"' },
          { PartNumber: 2, ETag: '"6f5902ac237024bdd0c176cb93063dc4"' },
        ],
      },
    ],
  });
export type CompleteMultipartUploadRequest = z.infer<typeof completeMultipartUploadRequest>;

export const completedUploadResponse = z
  .object({
    location: z.url().meta({ description: 'URL of the file, without permission to read it.' }),
    key: z.string(),
    bucket: z.string().optional().meta({ description: 'Only with S3.' }),
  })
  .meta({ id: 'CompletedUploadResponse', examples: [{ location: LOCATION, key: KEY, bucket: BUCKET }] });
export type CompletedUploadResponse = z.infer<typeof completedUploadResponse>;

export const temporaryCredentialsResponse = z
  .object({
    credentials: z.object({
      accessKeyId: z.string(),
      secretAccessKey: z.string(),
      sessionToken: z.string(),
      expiration: z.iso.datetime(),
    }),
    bucket: z.string(),
    region: z.string(),
    key: z.string().meta({ description: 'The only key that these credentials can write.' }),
  })
  .meta({
    id: 'TemporaryCredentialsResponse',
    examples: [
      {
        credentials: {
          accessKeyId: 'ASIA…',
          secretAccessKey: '…',
          sessionToken: '…',
          expiration: '2026-03-05T16:00:00.000Z',
        },
        bucket: BUCKET,
        region: 'us-east-1',
        key: KEY,
      },
    ],
  });
export type TemporaryCredentialsResponse = z.infer<typeof temporaryCredentialsResponse>;
