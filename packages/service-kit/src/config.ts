import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Defaults for development; a service in production does not start with them. */
const DEVELOPMENT_SECRET = 'development-only-secret-never-use-in-production';

/** A comma-separated list of secrets of at least 32 characters each; the first one signs, all of them verify. */
export const secrets = z
  .string()
  .transform((list) => list.split(',').map((secret) => secret.trim()))
  .refine((list) => list.every((secret) => secret.length >= 32), 'each secret needs at least 32 characters');

/** Settings every service has. Services extend it: `baseConfigSchema.extend({ … })`. */
export const baseConfigSchema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).default(10),
  DATABASE_WAIT_MS: z.coerce.number().int().min(1).default(700),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  SESSION_SECRET: secrets,
  SESSION_IDLE_S: z.coerce.number().int().min(60).default(43_200),
  SESSION_ABSOLUTE_S: z.coerce.number().int().min(60).default(604_800),
  WRITES_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  WRITES_PER_MINUTE_AND_ADDRESS: z.coerce.number().int().min(1).default(6000),
  COMMIT: z
    .string()
    .regex(/^([0-9a-f]{7,64})?$/, 'must be the hash of a commit')
    .default(''),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type BaseConfig = z.infer<typeof baseConfigSchema>;

/** Thrown by {@link loadConfig}; its message has one line for each fault. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads a service's settings from the environment. `NAME_FILE` names a file that contains the setting `NAME`, which is
 * how containers receive secrets; `NAME` itself takes precedence.
 * @throws ConfigError naming all faulty settings. Values are never in the message.
 */
export function loadConfig<Schema extends z.ZodType>(
  schema: Schema,
  environment: Record<string, string | undefined> = process.env,
): z.infer<Schema> {
  const { env, unreadable } = withFiles(environment);
  const result = schema.safeParse(env);
  const faults = result.success
    ? []
    : result.error.issues.map(({ path, message }) => {
        const name = path.join('.');
        return `${name}: ${unreadable.has(name) ? `the file named by ${name}_FILE cannot be read` : message}`;
      });
  if (env['NODE_ENV'] !== 'development' && env['NODE_ENV'] !== 'test') {
    for (const [name, value] of Object.entries(env)) {
      if (name.endsWith('_SECRET') && value?.includes(DEVELOPMENT_SECRET)) {
        faults.push(`${name}: this is the development default; set a secret of your own in production`);
      }
    }
  }
  if (!result.success || faults.length > 0) {
    throw new ConfigError(`Invalid settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
  return result.data;
}

/** The environment with the contents of the named files, and the settings whose files cannot be read. */
function withFiles(environment: Record<string, string | undefined>) {
  const env = { ...environment };
  const unreadable = new Set<string>();
  for (const [name, path] of Object.entries(environment)) {
    const setting = /^([A-Z0-9_]+)_FILE$/.exec(name)?.[1];
    if (setting === undefined || path === undefined || environment[setting] !== undefined) continue;
    try {
      env[setting] = readFileSync(path, 'utf8').trimEnd();
    } catch {
      // Not an error yet: other programs have variables ending in _FILE too. The schema reports a required setting.
      unreadable.add(setting);
    }
  }
  return { env, unreadable };
}

/** Valid settings that connect to nothing: enough to describe the API or to test configuration. */
export const describeOnlyEnv = {
  NODE_ENV: 'development',
  PORT: '0',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  REDIS_URL: 'redis://127.0.0.1:1',
  PUBLIC_URL: 'http://localhost:8080',
  SESSION_SECRET: DEVELOPMENT_SECRET,
  URL_SIGNING_SECRET: DEVELOPMENT_SECRET,
  INTAKE_SECRET: DEVELOPMENT_SECRET,
};
