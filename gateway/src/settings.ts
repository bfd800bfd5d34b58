import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { readServiceFiles, type ServiceFile } from './service-files.ts';
import { serviceVariables, upstreamSetting } from './service-routes.ts';

const repository = resolve(import.meta.dirname, '../..');

const matching = (pattern: RegExp, rule: string) => z.string().regex(pattern, rule);

const port = z
  .string()
  .refine(
    (value) => /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535,
    'must be a port number between 1 and 65535',
  );

const hostName = String.raw`(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9a-fA-F:]+\])`;

const upstream = z
  .string()
  .transform((value) => value.split(',').map((address) => address.trim()))
  .refine(
    (addresses) => addresses.every((address) => new RegExp(`^${hostName}:\\d{1,5}$`).test(address)),
    'must be a comma list of host:port, for example 127.0.0.1:3001,127.0.0.1:3101',
  );

const origin = matching(
  new RegExp(`^https?://${hostName}(?::\\d{1,5})?$`),
  'must be an origin without a path, for example https://files.example.com',
);

/** Paths are in double quotes in the templates, where nginx would interpret these characters. */
const path = matching(
  /^[^"'$\\{};\p{Cc}]+$/u,
  String.raw`must not contain " ' $ \ { } ; or control characters`,
).transform((value) => resolve(value));

const folder = path.refine((value) => existsSync(value), 'does not exist');

/** Maximum bytes of a form in addition to its file. */
const FORM_BYTES = 65_536;

/** Settings of the gateway as environment variables; an empty one counts as unset. */
export const settingsSchema = z.object({
  GATEWAY_PORT: port,
  LISTEN_ADDRESS: matching(
    /^(?:[0-9.]+|\[[0-9a-fA-F:]+\])$/,
    'must be an IP address (IPv6 in brackets)',
  ).default('127.0.0.1'),
  OUT_DIR: path,
  /** The address of services without an `UPSTREAM_<NAME>`; `{name}` is replaced with the name. */
  UPSTREAM_DEFAULT: z.string().includes('{name}', { error: 'must have {name} in it' }).optional(),
  REGISTRY_DIR: path,
  /** The folder of svc-attachments' disk driver, if the gateway sends its files. */
  STORAGE_DIR: path.default('/srv/storage'),
  SERVICES_DIR: folder.default(repository),
  BRAND_NAME: z
    .string()
    .max(100, 'must be at most 100 characters')
    .regex(/^\P{Cc}+$/u, 'must not contain control characters')
    .default('Sandwich Co.'),
  ACCOUNT_SETTINGS_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .regex(/^[^\s"\\\p{Cc}]+$/u, 'must not contain spaces, quotes or backslashes')
    .default('https://account.example.com/'),
  /** The same as svc-core's: the form for a location shows it as the default. */
  DEFAULT_TIMEZONE: matching(
    /^[A-Za-z0-9_+/-]{1,64}$/,
    'must be a time zone name such as America/New_York',
  ).default('America/New_York'),
  PUBLIC_URL: origin.optional(),
  STORAGE_ORIGIN: origin.or(z.literal('')).default(''),
  /** The S3 server behind the gateway, `host:port`; without it, browsers access S3 directly. */
  STORAGE_UPSTREAM: matching(
    new RegExp(`^${hostName}:\\d{1,5}$`),
    'must be host:port, for example storage:7070',
  ).optional(),
  /** Where browsers reach it through the gateway. */
  STORAGE_PORT: port.default('7070'),
  STORAGE_BUCKET: matching(
    /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/,
    'must be the name of a bucket, without dots',
  ).default('mainstay-files'),
  UPLOAD_LIMIT: matching(/^[1-9]\d{0,8}[kKmM]?$/, 'must be a size such as 11m').default('11m'),
  MAX_ATTACHMENT_BYTES: matching(/^[1-9]\d{0,9}$/, 'must be a number of bytes').default('10485760'),
  SIGN_INS_PER_MINUTE: matching(
    /^[1-9]\d{0,5}$/,
    'must be a number of sign-ins between 1 and 999999',
  ).default('300'),
  TRUSTED_PROXIES: z
    .string()
    .transform((value) => value.split(',').map((network) => network.trim()))
    .refine(
      (networks) => networks.every((network) => /^[0-9a-fA-F.:]+(\/\d{1,3})?$/.test(network)),
      'must be a comma list of addresses or networks, for example 10.0.0.0/8',
    )
    .optional(),
  RESOLVER: matching(/^[0-9a-fA-F.:[\]]+( [0-9a-fA-F.:[\]]+)*$/, 'must be addresses of name servers, or off')
    .or(z.literal('off'))
    .default('off'),
  ACCESS_LOG: matching(/^[A-Za-z0-9._/-]+$/, 'must be a path, or off').default('off'),
  NGINX_BIN: z.string().optional(),
});

/** The result of {@link readSettings}. */
export type Settings = z.infer<typeof settingsSchema> & {
  services: ServiceFile[];
  /** The replicas of each service by its name, `host:port`. */
  upstreams: Map<string, string[]>;
};

/** Checks all settings; throws an Error with one line for each invalid one. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const error = (issue: { input?: unknown }) => (issue.input === undefined ? 'is not set' : undefined);
  const settings = settingsSchema.safeParse(given, { error });
  const services = readServiceFiles(given['SERVICES_DIR'] ?? repository);
  const upstreams = z.object(
    Object.fromEntries(services.map(({ name }) => [upstreamSetting(name), upstream])),
  );
  const defaults = services.map(({ name }) => [
    upstreamSetting(name),
    given['UPSTREAM_DEFAULT']?.replaceAll('{name}', name),
  ]);
  const addresses = upstreams.safeParse({ ...Object.fromEntries(defaults), ...given }, { error });
  if (!settings.success || !addresses.success) {
    const issues = [...(settings.error?.issues ?? []), ...(addresses.error?.issues ?? [])];
    throw new Error(issues.map(({ path: [name = ''], message }) => `${String(name)} ${message}`).join('\n'));
  }
  const { data } = addresses;
  return {
    ...settings.data,
    services,
    upstreams: new Map(services.map(({ name }) => [name, data[upstreamSetting(name)] ?? []])),
  };
}

/** Settings that depend on the machine and on nginx itself: see nginx-binary.ts and worker-user.ts. */
export interface Machine {
  /** Further `..._temp_path` directives that this nginx needs. */
  otherTempPaths: string;
  /** The `user` directive, or nothing. */
  userDirective: string;
}

/**
 * The values of the `${NAME}`s in nginx/*.template.
 * container/15-gateway-settings.envsh does the same in the nginx image.
 */
export function templateVariables(settings: Settings, machine: Machine): Record<string, string> {
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.GATEWAY_PORT}`;
  const resolve = settings.RESOLVER === 'off' ? '' : ' resolve';
  const isSecure = publicUrl.startsWith('https:');
  return {
    USER_DIRECTIVE: machine.userDirective,
    OTHER_TEMP_PATHS: machine.otherTempPaths,
    LISTEN: `${settings.LISTEN_ADDRESS}:${settings.GATEWAY_PORT}`,
    ACCESS_LOG_TARGET: settings.ACCESS_LOG === 'off' ? 'off' : `${settings.ACCESS_LOG} requests`,
    ...serviceVariables(settings.services, settings.upstreams, resolve),
    REGISTRY_DIR: settings.REGISTRY_DIR,
    STORAGE_DIR: settings.STORAGE_DIR,
    DOCS_DIR: join(import.meta.dirname, '../docs'),
    SWAGGER_UI_DIR: dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
    BRAND_NAME_JSON: JSON.stringify(settings.BRAND_NAME),
    ACCOUNT_SETTINGS_URL_JSON: JSON.stringify(settings.ACCOUNT_SETTINGS_URL),
    MAX_ATTACHMENT_BYTES: settings.MAX_ATTACHMENT_BYTES,
    DEFAULT_TIMEZONE: settings.DEFAULT_TIMEZONE,
    STORAGE_ORIGIN: settings.STORAGE_ORIGIN,
    PUBLIC_SCHEME: isSecure ? 'https' : 'http',
    STRICT_TRANSPORT_SECURITY: isSecure ? 'max-age=31536000' : '',
    STORAGE_INCLUDE: settings.STORAGE_UPSTREAM === undefined ? '' : 'include storage/server.conf;',
    STORAGE_SERVER: (settings.STORAGE_UPSTREAM ?? 'storage:7070') + resolve,
    STORAGE_LISTEN: `${settings.LISTEN_ADDRESS}:${settings.STORAGE_PORT}`,
    STORAGE_BUCKET: settings.STORAGE_BUCKET,
    STORAGE_BODY_LIMIT: String(Number(settings.MAX_ATTACHMENT_BYTES) + FORM_BYTES),
    PUBLIC_ORIGIN: publicUrl,
    UPLOAD_LIMIT: settings.UPLOAD_LIMIT,
    SIGN_INS_PER_MINUTE: settings.SIGN_INS_PER_MINUTE,
    RESOLVER_DIRECTIVE: resolve && `resolver ${settings.RESOLVER} valid=2s;`,
    REAL_IP_DIRECTIVES: (settings.TRUSTED_PROXIES ?? [])
      .map((network) => `set_real_ip_from ${network};`)
      .join(' '),
  };
}
