import { baseConfigSchema, secrets } from '@mainstay/service-kit';
import { z } from 'zod';

/** Bytes: the maximum of attachments.file_size. */
export const LARGEST_FILE = 2_147_483_647;

const diskSettings = z.object({
  STORAGE_DRIVER: z.literal('disk').default('disk'),
  /** Folder of the stored files, shared by all replicas. */
  STORAGE_DIR: z.string().min(1),
  /** Signs the URLs of the disk storage. */
  URL_SIGNING_SECRET: secrets,
  /** Whether the gateway, with the same STORAGE_DIR, sends the files instead of this service. */
  FILES_SENT_BY_GATEWAY: z.stringbool().default(false),
});

const s3Settings = z
  .object({
    STORAGE_DRIVER: z.literal('s3'),
    S3_BUCKET: z.string().min(1),
    S3_REGION: z.string().min(1).default('us-east-1'),
    /** Unset for AWS itself. The address for browsers, which is signed. */
    S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    /** The address at which this service reaches the same storage; by default that for browsers. */
    S3_INNER_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    /** If both are unset, the SDK finds credentials itself (instance role, …). */
    S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    S3_FORCE_PATH_STYLE: z.stringbool().default(false),
    /** The role whose temporary credentials `s3/sts` returns; without it, that call is disabled. */
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

/** Settings of svc-attachments in addition to those of every service. */
export const configSchema = z.intersection(
  baseConfigSchema.extend({
    /** Public requests for the photos of reports per address and minute, as in svc-core. */
    INTAKE_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(600),
    /** Uploads of photos granted to reporters at an address, and to all, in an hour: five for each accepted report. */
    INTAKE_PHOTOS_PER_ADDRESS: z.coerce.number().int().min(1).default(100),
    INTAKE_PHOTOS_IN_ALL: z.coerce.number().int().min(1).default(1500),
    /** Seconds for which a signed URL is valid; S3 allows at most the default (specification, section 9). */
    SIGNED_URL_TTL_S: z.coerce.number().int().min(1).max(604_800).default(604_800),
    /** Maximum bytes of a file; an integer column cannot store more. */
    MAX_ATTACHMENT_BYTES: z.coerce.number().int().min(1).max(LARGEST_FILE).default(10_485_760),
    /** Maximum total bytes of the attachments of a location. */
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
