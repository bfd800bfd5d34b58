import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { Failure } from './failure.ts';

const disk = z.object({
  STORAGE_DRIVER: z.literal('disk').default('disk'),
  STORAGE_DIR: z.string().min(1),
});

const s3 = z.object({
  STORAGE_DRIVER: z.literal('s3'),
  S3_BUCKET: z.string().min(1),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_INNER_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_FORCE_PATH_STYLE: z.stringbool().default(false),
});

/** The settings of both commands; those of the storage are the same as svc-attachments'. */
export const settingsSchema = z.intersection(
  z.object({
    /**
     * A superuser, or a role that can read (and for a restore write) every table of the services and set
     * `session_replication_role`.
     */
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  }),
  z.discriminatedUnion('STORAGE_DRIVER', [disk, s3]),
);

export type Settings = z.infer<typeof settingsSchema>;

/** @throws Failure naming all faulty settings. `NAME_FILE` is the path of a file that contains `NAME`. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => {
      if (value === undefined || value === '') return [];
      if (!name.endsWith('_FILE')) return [[name, value]];
      return [[name.slice(0, -'_FILE'.length), readSetting(name, value)]];
    }),
  );
  const result = settingsSchema.safeParse(given);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  throw new Failure(`Invalid settings:\n${faults.join('\n')}`);
}

function readSetting(name: string, path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trimEnd();
  } catch {
    // Other programs have variables ending in _FILE too; the schema reports a missing setting.
    return process.env[name.slice(0, -'_FILE'.length)];
  }
}
