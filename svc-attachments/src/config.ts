import { baseConfigSchema, secrets } from '@mainstay/service-kit';
import { z } from 'zod';

/** Bytes: what attachments.file_size can hold. */
export const LARGEST_FILE = 2_147_483_647;

const diskSettings = z.object({
  STORAGE_DRIVER: z.literal('disk').default('disk'),
  /** Folder of the stored files; every replica sees the same one. */
  STORAGE_DIR: z.string().min(1),
  /** Signs the URLs of the disk storage. */
  URL_SIGNING_SECRET: secrets,
  /** Whether the gateway, which is given the same STORAGE_DIR, sends the files in this service's place. */
  FILES_SENT_BY_GATEWAY: z.stringbool().default(false),
});

const s3Settings = z
  .object({
    STORAGE_DRIVER: z.literal('s3'),
    S3_BUCKET: z.string().min(1),
    S3_REGION: z.string().min(1).default('us-east-1'),
    /** Unset for AWS itself. The address for browsers, which is signed. */
    S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    /** Where this service reaches the same storage; unset, as browsers do. */
    S3_INNER_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    /** Unset, both of them: the SDK finds credentials itself (instance role, …). */
    S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    S3_FORCE_PATH_STYLE: z.stringbool().default(false),
    /** The role whose temporary credentials `s3/sts` hands out; unset, that call is off. */
    S3_STS_ROLE_ARN: z
      .string()
      .regex(/^arn:[\w-]+:iam::\d*:role\/.+$/, 'must be the ARN of a role')
      .optional(),
    /** Unset for AWS itself. */
    S3_STS_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  })
  .refine((s3) => (s3.S3_ACCESS_KEY_ID === undefined) === (s3.S3_SECRET_ACCESS_KEY === undefined), {
    path: ['S3_SECRET_ACCESS_KEY'],
    message: 'goes together with S3_ACCESS_KEY_ID',
  });

/** Settings of svc-attachments besides those every service has. */
export const configSchema = z.intersection(
  baseConfigSchema.extend({
    /** Seconds a signed URL works; S3 knows no longer life than the default (specification, section 9). */
    SIGNED_URL_TTL_S: z.coerce.number().int().min(1).max(604_800).default(604_800),
    /** Bytes of one file at most; more than this cannot be recorded in a column of type integer. */
    MAX_ATTACHMENT_BYTES: z.coerce.number().int().min(1).max(LARGEST_FILE).default(10_485_760),
    /** Bytes that the attachments of one location may have together. */
    LOCATION_STORAGE_BYTES: z.coerce
      .number()
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .default(10_737_418_240),
  }),
  z.discriminatedUnion('STORAGE_DRIVER', [diskSettings, s3Settings]),
);

export type AttachmentsConfig = z.infer<typeof configSchema>;
