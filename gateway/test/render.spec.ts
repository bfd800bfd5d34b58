import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNginx } from '../src/nginx-binary.ts';
import { pathFaults, readServiceFiles } from '../src/service-files.ts';
import { writeFiles } from './builds.ts';
import { renderEnvironment, runScript, tryScript } from './running-gateway.ts';

const repository = join(import.meta.dirname, '../..');
const services = readServiceFiles(repository);
const upstreams = { auth: '127.0.0.1:1', core: '127.0.0.1:2,127.0.0.1:3', attachments: '127.0.0.1:4' };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mainstay-gateway-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('settings', () => {
  it('are all checked before any file is written, and each fault is reported', async () => {
    const settings = { GATEWAY_PORT: '0', BRAND_NAME: 'a\nb', PUBLIC_URL: 'http://a' };
    const { code, stdout, stderr } = await tryScript('render.ts', [], settings);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trim().split('\n')).toEqual([
      'gateway: OUT_DIR is not set',
      'gateway: REGISTRY_DIR is not set',
      'gateway: GATEWAY_PORT must be a port number between 1 and 65535',
      'gateway: BRAND_NAME must not contain control characters',
      ...services.map(({ name }) => `gateway: UPSTREAM_${name.toUpperCase()} is not set`),
    ]);
  });

  const port = 'must be a port number between 1 and 65535';
  const origin = 'must be an origin without a path, for example https://files.example.com';
  const origins = 'must be a comma list of origins without a path, for example https://display.example.com';
  const replicas = 'must be a comma list of host:port, for example 127.0.0.1:3001,127.0.0.1:3101';
  const networks = 'must be a comma list of addresses or networks, for example 10.0.0.0/8';
  const faulty = [
    ['GATEWAY_PORT', '65536', port],
    ['LISTEN_ADDRESS', 'localhost; }', 'must be an IP address (IPv6 in brackets)'],
    ['UPSTREAM_CORE', '127.0.0.1:1,', replicas],
    ['UPSTREAM_AUTH', 'a:1; include /x', replicas],
    ['UPSTREAM_DEFAULT', 'a:1', 'must have {name} in it'],
    ['REGISTRY_DIR', '/tmp/a"; }', String.raw`must not contain " ' $ \ { } ;`],
    ['ACCOUNT_SETTINGS_URL', 'javascript:alert(1)', 'must be an http or https address'],
    ['PUBLIC_URL', 'https://x.example.com/path', origin],
    ['STORAGE_ORIGIN', "https://x 'unsafe-eval'", origin],
    ['STORAGE_UPSTREAM', 'storage:1; }', 'must be host:port, for example storage:7070'],
    ['STORAGE_BUCKET', 'a.*', 'must be the name of a bucket, without dots'],
    ['TRUSTED_PROXIES', '10.0.0.0/8; }', networks],
    ['API_ORIGINS', 'https://display.example.com/board', origins],
    ['PICTURE_HOSTS', "https: 'unsafe-eval'", 'must be a comma list of host names, or none'],
    ['OFFLINE', 'true', 'must be on or off'],
    ['ANY_HOST', 'true', 'must be on or off'],
    ['RESOLVER', 'on', 'must be addresses of name servers, or off'],
    ['UPLOAD_LIMIT', '0', 'must be a size such as 11m'],
    ['MAX_ATTACHMENT_BYTES', '10m', 'must be a number of bytes'],
    ['CURRENCY', 'usd', 'must be a currency code such as USD'],
    ['DEFAULT_TIMEZONE', 'New York"', 'must be a time zone name such as America/New_York'],
    ['ACCESS_LOG', '/x; }', 'must be a path, or off'],
    ['BRAND_NAME', 'x'.repeat(101), 'must be at most 100 characters'],
  ] as const;
  const refused = async (settings: Record<string, string>): Promise<string> =>
    (await tryScript('render.ts', [], { ...renderEnvironment(folder, upstreams, 8391), ...settings })).stderr;

  it('are refused, each with a sentence', async () => {
    const stderr = await refused(Object.fromEntries<string>(faulty.map(([name, value]) => [name, value])));
    for (const [name, , fault] of faulty) expect(stderr).toContain(`gateway: ${name} ${fault}\n`);
  });

  it.each([
    ['TRUSTED_PROXIES', '0.0.0.0/0', networks],
    ['SERVICES_DIR', '/nowhere', 'does not exist'],
    ['API_ORIGINS', 'https://a.example, *', origins],
    ['API_ORIGINS', 'https://a.example, http://localhost:8391', 'must not contain PUBLIC_URL'],
  ])('alone, %s=%s: %s', async (name, value, fault) => {
    expect(await refused({ [name]: value })).toContain(`gateway: ${name} ${fault}\n`);
  });

  it('NGINX_BIN must be an nginx', () => {
    expect(() => findNginx('/bin/ls', '')).toThrow('/bin/ls is not an nginx that runs here');
  });
});

it('the user of the workers is nobody if root starts nginx and that user can read the files, else root', async () => {
  await mkdir(join(folder, 'registry'));
  for (const [name, mode, user] of [
    ['.', 0o755, /^user nobody \S+;$/m],
    ['registry', 0o700, /^user root;$/m],
    ['.', 0o700, /^user root;$/m],
  ] as const) {
    await chmod(join(folder, name), mode);
    await runScript('render.ts', [], renderEnvironment(folder, upstreams, 8391));
    const written = await readFile(join(folder, 'nginx/nginx.conf'), 'utf8');
    expect(written).toMatch(
      process.getuid?.() === 0 ? user : /^daemon off;\npid nginx\.pid;(?![^]*\nuser )/m,
    );
  }
});

describe('the nginx image', () => {
  beforeEach(async () => {
    for (const { name } of services) {
      const file = await readFile(join(repository, `svc-${name}/service.json`));
      await writeFiles(folder, { [`services/${name}.json`]: file });
    }
  });

  /** What container/15-gateway-settings.envsh exports without the settings that src/settings.ts gives it. */
  function imageVariables(settings: Record<string, string> = {}): Record<string, string> {
    const script = join(import.meta.dirname, '../container/15-gateway-settings.envsh');
    const program = `. '${script}'; exec "$NODE" --print 'JSON.stringify(process.env)'`;
    const output = execFileSync('sh', ['-ec', program], {
      env: {
        ...process.env,
        NODE: process.execPath,
        PATH_FAULTS: pathFaults,
        SERVICES_DIR: join(folder, 'services'),
        ...settings,
      },
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return JSON.parse(output) as Record<string, string>;
  }

  it('starts with no settings, and reaches a service under its name unless an address is set', () => {
    expect(imageVariables()).toMatchObject({
      LISTEN: '0.0.0.0:8080',
      ACCESS_LOG_TARGET: '/dev/stdout requests',
      REGISTRY_DIR: '/srv/registry',
      RESOLVER_DIRECTIVE: expect.stringMatching(/^resolver \S+.* valid=2s;$/),
      SERVICE_UPSTREAMS: expect.stringContaining('server svc-core:3000 resolve'),
    });
    const settings = { UPSTREAM_CORE: 'a:1', UPSTREAM_DEFAULT: 'svc-{name}.mainstay.svc:3000' };
    const { SERVICE_UPSTREAMS } = imageVariables(settings);
    expect(SERVICE_UPSTREAMS).toContain('server svc-auth.mainstay.svc:3000');
    expect(SERVICE_UPSTREAMS).toContain('server a:1');
  });

  // What its own shell checks, and that it asks path-faults.awk, whose sentences are in service-files.spec.ts.
  it.each([
    ['a path that is no pattern', { paths: ['/api/a/*'] }, /a path of .*b\.json must be/],
    ['a path with an nginx directive in it', { paths: ['/api/a"; }'] }, /a path of .*b\.json must be/],
    ['a name that is none', { name: 'A;' }, /the name in .*b\.json must be/],
    ['a path twice', { paths: ['/api/b', '/api/b'] }, /claimed more than once:.*\/api\/b/],
    ['a path of another service', { paths: ['/api/stats'] }, 'svc-b and svc-core both claim /api/stats'],
    [
      'a path within another service that takes those of a third',
      { pathsWithin: { core: ['/api/tickets/{key}/attachments'] } },
      'svc-attachments claims /api/tickets/{id}/attachments and svc-b claims /api/tickets/{key}/attachments, which overlap',
    ],
  ])('does not start with a service that has %s', async (_fault, change, message) => {
    const file = { name: 'b', schema: 'b', paths: ['/api/b'], publicPaths: [], reads: [], ...change };
    await writeFiles(folder, { 'services/b.json': JSON.stringify(file) });
    expect(() => imageVariables()).toThrow(message);
  });

  it('does not start in Kubernetes without the addresses of the load balancer, or none', () => {
    const proxies = (TRUSTED_PROXIES: string) =>
      imageVariables({ KUBERNETES_SERVICE_HOST: '10.96.0.1', TRUSTED_PROXIES })['REAL_IP_DIRECTIVES'];
    expect(() => proxies('')).toThrow('TRUSTED_PROXIES is not set');
    expect(proxies('none')).toBe('');
    expect(proxies('10.20.30.40,10.20.30.41')).toBe(
      'set_real_ip_from 10.20.30.40; set_real_ip_from 10.20.30.41;',
    );
  });

  it('does not start without services', async () => {
    await rm(join(folder, 'services'), { recursive: true });
    expect(() => imageVariables()).toThrow(/gateway: no service\.json in /);
  });
});
