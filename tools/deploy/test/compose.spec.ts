import { describe, expect, it } from '@jest/globals';
import { type Compose, frontEnds, mergedCompose, ownersOf, read, services } from './files.ts';

const compose = mergedCompose();
const containers = Object.entries(compose.services);
type Container = Compose['services'][string];

/** The names of the containers of which something is so. */
const namesOf = (isSo: (container: Container) => boolean): string[] =>
  containers
    .filter(([, container]) => isSo(container))
    .map(([name]) => name)
    .sort();

const finished = { condition: 'service_completed_successfully' };

/** The containers that a container waits for, directly or indirectly. */
function awaitedBy(name: string, found = new Set<string>()): string[] {
  for (const other of Object.keys(compose.services[name]?.depends_on ?? {})) {
    if (!found.has(other)) awaitedBy(other, found.add(other));
  }
  return [...found];
}

it.each(containers)(
  '%s reads its secrets from files, and has none in its environment',
  (_name, container) => {
    for (const secret of container.secrets ?? []) expect(compose.secrets).toHaveProperty(secret);
    for (const [name, value] of Object.entries(container.environment ?? {})) {
      const secret = /^\/run\/secrets\/(.+)$/.exec(value)?.[1];
      if (name.endsWith('_FILE')) expect(container.secrets).toContain(secret);
      else
        expect(name).not.toMatch(/SECRET|PASSWORD(?!_SIGN_IN$)|DATABASE_URL|REDIS_URL|SMTP_URL|ACCESS_KEY/);
    }
  },
);

it.each<[who: string, names: string[], isSo: (container: Container) => boolean]>([
  ['has the storage keys', ['backup', 'bucket', 'storage', 'svc-attachments'], has('s3_')],
  ['has the address of the mail server', ['svc-notifications'], has('smtp_url')],
  ["has the secret of the client at the company's provider", ['svc-auth'], has('oidc_client_secret')],
  ['can be reached from outside', ['gateway'], ({ ports = [] }) => ports.length > 0],
  [
    'may write to its file system or keeps capabilities',
    ['postgres', 'redis'],
    ({ read_only, cap_drop }) => !read_only || !cap_drop?.includes('ALL'),
  ],
])('nothing else %s than %j', (_who, names, isSo) => {
  expect(namesOf(isSo)).toEqual(names);
});

function has(secret: string) {
  return ({ secrets = [] }: Container) => secrets.some((name) => name.startsWith(secret));
}

it('PostgreSQL logs no rows, and has connections for twice the pools of all services, as while they are replaced', () => {
  const command = compose.services['postgres']?.command ?? [];
  expect(command).toContain('log_error_verbosity=terse');
  const [, connections] = /max_connections=(\d+)/.exec(command.join(' ')) ?? [];
  const pools = containers.flatMap(([name, { deploy }]) =>
    name.startsWith('svc-') ? (deploy?.replicas ?? 1) * 10 : [],
  );
  expect(pools.length).toBeGreaterThan(4);
  expect(Number(connections)).toBeGreaterThanOrEqual(2 * pools.reduce((sum, size) => sum + size));
});

it('Redis has a memory limit and evicts no session', () => {
  expect(compose.services['redis']?.command?.join(' ')).toMatch(
    /--maxmemory \$\{REDIS_MEMORY:-\d+mb\} .*--maxmemory-policy noeviction/,
  );
});

it('the gateway forwards to the storage that the others use, and trusts a load balancer on the same machine', () => {
  const { STORAGE_UPSTREAM, STORAGE_BUCKET: S3_BUCKET } = compose.services['gateway']?.environment ?? {};
  const environment = { S3_INNER_ENDPOINT: `http://${STORAGE_UPSTREAM}`, S3_BUCKET };
  expect(compose.services).toMatchObject({ 'svc-attachments': { environment }, backup: { environment } });
  expect(compose.networks['front']?.ipam?.config[0]?.subnet).toBe('${FRONT_SUBNET:-10.208.80.0/24}');
  expect(read('docs/operations.md')).toContain('`TRUSTED_PROXIES=10.208.80.1`');
});

it('each image of the product is built by one service, with the commit', () => {
  const built = containers.flatMap(([, { build, image }]) => (build ? [{ build, image }] : []));
  expect(new Set(built.map(({ image }) => image)).size).toBe(built.length);
  for (const { image, build } of built) {
    expect(image).toMatch(/^mainstay\/[a-z-]+:\$\{IMAGE_TAG:-latest\}$/);
    expect(build.args?.['COMMIT']).toBe('${COMMIT:-}');
  }
});

it('the shell, the public pages and the remotes are published before the gateway starts', () => {
  expect(namesOf(({ build }) => build?.target === 'remote')).toEqual(frontEnds);
  for (const name of frontEnds) {
    const REMOTE = name.replace(/^mf-/, '');
    expect(compose.services).toMatchObject({
      // The first volume is of nobody else, so that no image can write what is published for another.
      [name]: { build: { args: { REMOTE, WORKSPACE: name } }, volumes: [`build-${REMOTE}:/srv/builds`] },
      [`publish-${name}`]: {
        environment: { REMOTE },
        volumes: [`build-${REMOTE}:/srv/builds:ro`, 'registry:/srv/registry'],
        depends_on: { [name]: finished },
      },
      gateway: { depends_on: { [`publish-${name}`]: finished } },
    });
  }
});

describe.each(services)('svc-$name', (service) => {
  const { name, schema } = service;
  const image = `mainstay/svc-${name}:\${IMAGE_TAG:-latest}`;
  const roles = [`${schema}_owner`, `svc_${schema}`];
  const source = `svc-${name}.json`;

  it('has its roles, their secrets, and its routes', () => {
    const secrets = roles.flatMap((role) => [`${role}_password`, `${role}_url`]);
    expect(compose).toMatchObject({
      secrets: Object.fromEntries(
        secrets.map((secret) => [secret, { file: `tools/deploy/compose/secrets/${secret}` }]),
      ),
      configs: { [source]: { file: `svc-${name}/service.json` } },
      services: {
        provision: {
          secrets: expect.arrayContaining(roles.map((role) => `${role}_password`)),
          configs: expect.arrayContaining([{ source, target: `/services/${name}.json` }]),
        },
      },
    });
  });

  it('migrates after the services whose tables it reads, and before it starts and the gateway does', () => {
    const migration = { MIGRATION_DATABASE_URL_FILE: `/run/secrets/${schema}_owner_url` };
    expect(compose.services).toMatchObject({
      [`migrate-${name}`]: { image, environment: migration },
      [`svc-${name}`]: { image, environment: { DATABASE_URL_FILE: `/run/secrets/svc_${schema}_url` } },
    });
    const before = ['provision', ...ownersOf(service).map((owner) => `migrate-${owner.name}`)];
    expect(awaitedBy(`migrate-${name}`)).toEqual(expect.arrayContaining(before));
    expect(awaitedBy(`svc-${name}`)).toContain(`migrate-${name}`);
    expect(compose.services['gateway']?.depends_on).toHaveProperty([`svc-${name}`]);
  });
});
