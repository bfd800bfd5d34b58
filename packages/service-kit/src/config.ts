import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Development defaults; production refuses to start with them. */
const DEVELOPMENT_SECRET = 'development-only-secret-never-use-in-production';

/** A comma list of secrets of at least 32 characters each; the first one signs, all of them verify. */
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
  REDIS_URL: z.url({ protocol: /^rediss?$/ }),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  SESSION_SECRET: secrets,
  SESSION_IDLE_S: z.coerce.number().int().min(60).default(43_200),
  SESSION_ABSOLUTE_S: z.coerce.number().int().min(60).default(604_800),
  WRITES_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  WRITES_PER_MINUTE_AND_ADDRESS: z.coerce.number().int().min(1).default(6000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type BaseConfig = z.infer<typeof baseConfigSchema>;

/** Thrown by {@link loadConfig}; its message names every fault, one a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads a service's settings from the environment. `NAME_FILE` names a file that holds the setting `NAME`, which is how
 * containers are given secrets; `NAME` itself goes before it.
 * @throws ConfigError naming all faulty settings at once. Values are never in the message.
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
        return `${name}: ${unreadable.has(name) ? `the file that ${name}_FILE names cannot be read` : message}`;
      });
  if (env['NODE_ENV'] !== 'development' && env['NODE_ENV'] !== 'test') {
    for (const [name, value] of Object.entries(env)) {
      if (name.endsWith('_SECRET') && value?.includes(DEVELOPMENT_SECRET)) {
        faults.push(`${name}: a development default; production needs a secret of its own`);
      }
    }
  }
  if (!result.success || faults.length > 0) {
    throw new ConfigError(`The settings are not valid.\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
  return result.data;
}

/** The environment with the contents of files where it names files, and the settings whose files cannot be read. */
function withFiles(environment: Record<string, string | undefined>) {
  const env = { ...environment };
  const unreadable = new Set<string>();
  for (const [name, path] of Object.entries(environment)) {
    const setting = /^([A-Z0-9_]+)_FILE$/.exec(name)?.[1];
    if (setting === undefined || path === undefined || environment[setting] !== undefined) continue;
    try {
      env[setting] = readFileSync(path, 'utf8').trimEnd();
    } catch {
      // No fault of itself: other programs' settings end so, too. Whoever needs the setting says what is wrong.
      unreadable.add(setting);
    }
  }
  return { env, unreadable };
}

/** Settings that are valid and lead nowhere: enough to describe the API or to test configuration. */
export const describeOnlyEnv = {
  NODE_ENV: 'development',
  PORT: '0',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  REDIS_URL: 'redis://127.0.0.1:1',
  PUBLIC_URL: 'http://localhost:8080',
  SESSION_SECRET: DEVELOPMENT_SECRET,
  URL_SIGNING_SECRET: DEVELOPMENT_SECRET,
};
