import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { pathFaults, readServiceFiles } from './service-files.ts';

const repository = resolve(import.meta.dirname, '../..');
const script = join(repository, 'gateway/container/15-gateway-settings.envsh');

/** Where the nginx image has defaults of its own. */
const defaults = {
  LISTEN_ADDRESS: '127.0.0.1',
  ACCESS_LOG: 'off',
  RESOLVER: 'off',
  SERVICES_DIR: repository,
  /** No address: every service needs an `UPSTREAM_<NAME>` then. */
  UPSTREAM_DEFAULT: 'none',
  TRUSTED_PROXIES: 'none',
};
const required = ['GATEWAY_PORT', 'OUT_DIR', 'REGISTRY_DIR'] as const;
const paths = ['OUT_DIR', 'REGISTRY_DIR', 'STORAGE_DIR'] as const;

/** The checked settings, and the values of the `${NAME}`s in nginx/*.template that do not depend on the machine. */
export interface Settings {
  outDir: string;
  servicesDir: string;
  registryDir: string;
  storageDir: string;
  variables: Record<string, string>;
}

/**
 * Checks all settings, as container/15-gateway-settings.envsh does in the nginx image; an empty one counts as unset.
 * @throws Error with one line for each faulty setting
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const given: NodeJS.ProcessEnv = { ...defaults };
  for (const [name, value] of Object.entries(environment)) if (value) given[name] = value;
  for (const name of paths) if (given[name] !== undefined) given[name] = resolve(given[name]);
  const faults = required.filter((name) => given[name] === undefined).map((name) => `${name} is not set`);
  if (!existsSync(given['SERVICES_DIR'] ?? '')) faults.push('SERVICES_DIR does not exist');
  else readServiceFiles(given['SERVICES_DIR'] ?? '');
  const program = `. '${script}'; exec "$GATEWAY_NODE" --print 'JSON.stringify(process.env)'`;
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', program], {
    env: { ...given, PATH_FAULTS: pathFaults, GATEWAY_NODE: process.execPath },
    encoding: 'utf8',
  });
  if (status !== 0)
    faults.push(
      ...stderr
        .trim()
        .replaceAll(/^gateway: /gm, '')
        .split('\n'),
    );
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const outDir = given['OUT_DIR'] ?? '';
  const variables = z.record(z.string(), z.string()).parse(JSON.parse(stdout));
  return {
    outDir,
    servicesDir: given['SERVICES_DIR'] ?? '',
    registryDir: variables['REGISTRY_DIR'] ?? '',
    storageDir: variables['STORAGE_DIR'] ?? '',
    variables: {
      ...variables,
      DOCS_DIR: join(repository, 'gateway/docs'),
      PROSE_DIR: join(repository, 'docs'),
      ALL_DOCUMENT: join(outDir, 'all.json'),
      SWAGGER_UI_DIR: dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
    },
  };
}
