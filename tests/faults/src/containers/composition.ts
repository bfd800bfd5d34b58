import { freePort, isFree } from '@mainstay/test-kit';
import { existsSync, globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { lines, operatorEnv, run } from './command.ts';
import { type BlockName, documentBlock, root } from './document.ts';

/** The page's examples, and their replacements. */
export const examples = {
  'https://stores.example.com': 'url',
  'https://files.example.com': 'filesUrl',
  '8080-8081': 'gatewayRange',
  '7070-7071': 'filesRange',
  '127.0.0.1:8080': 'firstGateway',
  '127.0.0.1:8081': 'secondGateway',
  '127.0.0.1:7070': 'firstFiles',
  '127.0.0.1:7071': 'secondFiles',
  'listen 8000': 'listenStores',
  'listen 7000': 'listenFiles',
} as const;

const described = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().optional(),
    }),
  ),
});

/** One composition of containers, with a name, images and ports of its own, in a checkout of the repository. */
export class Composition {
  readonly name: string;
  /** The checkout it runs from. */
  readonly folder: string;
  /** What browsers see: the load balancer in front of the gateways. */
  readonly url: string;
  /** Of the load balancer. */
  readonly port: number;
  private readonly places: Record<string, string>;
  private readonly signal: AbortSignal;
  private readonly balancer: string;
  private isBalanced = false;

  private constructor(name: string, folder: string, ports: Ports, signal: AbortSignal) {
    const [gateways, files, port, filesPort] = ports;
    this.name = name;
    this.balancer = `${name}-balancer`;
    this.folder = folder;
    this.port = port;
    this.signal = signal;
    this.url = `http://localhost:${port}`;
    // Of this machine; released services reach the storage by the address that browsers use.
    const filesAddress = `${ownAddress()}:${filesPort}`;
    const place: Record<(typeof examples)[keyof typeof examples], string> = {
      url: this.url,
      filesUrl: `http://${filesAddress}`,
      gatewayRange: `${gateways}-${gateways + 1}`,
      filesRange: `${files}-${files + 1}`,
      firstGateway: `127.0.0.1:${gateways}`,
      secondGateway: `127.0.0.1:${gateways + 1}`,
      firstFiles: `127.0.0.1:${files}`,
      secondFiles: `127.0.0.1:${files + 1}`,
      listenStores: `listen 127.0.0.1:${port}`,
      listenFiles: `listen ${filesAddress}`,
    };
    this.places = Object.fromEntries(Object.entries(examples).map(([example, of]) => [example, place[of]]));
  }

  /** @param folder a checkout of this composition's own */
  static async in(folder: string, name: string, signal: AbortSignal): Promise<Composition> {
    const composition = new Composition(
      name,
      folder,
      [await freePair(), await freePair(), await freePort(), await freePort()],
      signal,
    );
    await composition.follow('settings');
    return composition;
  }

  /** A block of its checkout's docs/operations.md with its own places; how to upgrade is in the new page. */
  block(name: BlockName): string {
    return documentBlock(name, this.places, name === 'upgrade' ? root : this.folder);
  }

  /** Runs the commands of a block of docs/operations.md as an operator does: in the checkout, one after the other. */
  follow(name: BlockName, env: Record<string, string> = {}): Promise<string> {
    return this.shell(this.block(name), env);
  }

  /**
   * Docker Compose with this composition.
   * @returns its standard output
   */
  compose(...args: string[]): Promise<string> {
    return run('docker', ['compose', ...args], { cwd: this.folder, env: this.env(), signal: this.signal });
  }

  private shell(commands: string, env: Record<string, string> = {}, signal = this.signal): Promise<string> {
    return run('bash', ['-e', '-o', 'pipefail', '-c', commands], {
      cwd: this.folder,
      env: this.env(env),
      signal,
    });
  }

  private env(more: Record<string, string> = {}): NodeJS.ProcessEnv {
    return operatorEnv({
      COMPOSE_PROJECT_NAME: this.name,
      // Two compositions on one machine cannot have the same network.
      FRONT_SUBNET: `10.208.${this.port % 256}.0/24`,
      ...more,
    });
  }

  /**
   * Gives images names of this composition's, so that those of one that runs here keep theirs.
   * @param checkout whose services are the ones from now on
   */
  async nameImages(checkout = this.folder): Promise<void> {
    const named: Record<string, { image: string }> = {};
    for (const [service, { image }] of Object.entries(await this.servicesIn(checkout)))
      if (image?.startsWith('mainstay/')) named[service] = { image: image.replace('mainstay', this.name) };
    // As an operator overrides what the files say.
    await writeFile(join(this.folder, 'docker-compose.override.yml'), JSON.stringify({ services: named }));
    const nameFiles = 'tools/deploy/compose/name-files.sh';
    // The releases before it have one file, and Compose reads the other one by itself.
    if (existsSync(join(this.folder, nameFiles))) await this.shell(nameFiles);
  }

  /** The services of a checkout, also those of its domains, with the settings of this composition. */
  private async servicesIn(folder: string): Promise<z.infer<typeof described>['services']> {
    const files = ['docker-compose.yml', ...globSync('{svc,mf}-*/compose.yml', { cwd: folder })];
    const args = [
      'compose',
      '--env-file',
      join(this.folder, '.env'),
      ...files.flatMap((file) => ['--file', file]),
      '--profile',
      '*',
      'config',
      '--format',
      'json',
    ];
    const env = operatorEnv({ COMPOSE_PROJECT_NAME: this.name });
    const config = await run('docker', args, { cwd: folder, env, signal: this.signal });
    return described.parse(JSON.parse(config)).services;
  }

  /** Builds a service of a checkout as this composition's image, in place of the one that is there. */
  async buildService(checkout: string, service: string): Promise<void> {
    const target = ['--target', 'service', '--build-arg', `SERVICE=${service}`];
    await this.docker('build', '--quiet', ...target, '--tag', `${this.name}/${service}:latest`, checkout);
  }

  /** Schema and rows of its database, as text. */
  async database(): Promise<string> {
    const dump = await this.compose(
      'exec',
      '-T',
      'postgres',
      'pg_dump',
      '--username',
      'mainstay_admin',
      'mainstay',
    );
    // These lines have a random key.
    return dump.replace(/^\\(un)?restrict .*$/gm, '');
  }

  /** The ids of a service's containers that run. */
  async containersOf(service: string): Promise<string[]> {
    return lines(await this.compose('ps', '--quiet', service));
  }

  /** Resolves once a container's health check passes. */
  async untilHealthy(container: string): Promise<void> {
    for (;;) {
      const health = await this.docker('inspect', '--format', '{{.State.Health.Status}}', container);
      if (health.trim() === 'healthy') return;
      await sleep(500, undefined, { signal: this.signal });
    }
  }

  docker(...args: string[]): Promise<string> {
    return run('docker', args, { signal: this.signal });
  }

  /** Starts the load balancer of the page in front of it, in the gateway's own base image. */
  async balance(): Promise<void> {
    const file = join(this.folder, '..', this.balancer, 'nginx.conf');
    await mkdir(dirname(file), { recursive: true });
    const site = this.block('load-balancer');
    await writeFile(file, `events {}\npid /tmp/nginx.pid;\nhttp {\n${site}}\n`);
    const image = /^FROM (\S+) AS nginx$/m.exec(await readFile(join(root, 'Dockerfile'), 'utf8'))?.[1];
    if (image === undefined) throw new Error('The Dockerfile names no image of nginx.');
    const container = ['--detach', '--rm', '--name', this.balancer, '--network', 'host'];
    const volume = ['--volume', `${dirname(file)}:/balancer:ro`, '--entrypoint', 'nginx'];
    const nginx = [image, '-e', 'stderr', '-c', '/balancer/nginx.conf', '-g', 'daemon off;'];
    await run('docker', ['run', ...container, ...volume, ...nginx]);
    this.isBalanced = true;
    // Any response is enough.
    while (!(await fetch(this.url).catch(() => undefined))) await sleep(100);
  }

  /** Rows of one column, of a query without parameters. */
  async query(sql: string): Promise<string[]> {
    const psql =
      'PGPASSWORD=$(cat /run/secrets/postgres_password) psql -h 127.0.0.1 -U mainstay_admin -d mainstay -At';
    const input = { cwd: this.folder, env: this.env(), signal: this.signal, input: sql };
    return lines(await run('docker', ['compose', 'exec', '-T', 'postgres', 'sh', '-c', psql], input));
  }

  /** The states of all containers, and the last lines of their logs. */
  async lastWords(): Promise<string> {
    const states = await this.compose('ps', '--all', '--format', '{{.Name}}: {{.Status}}');
    return `${states}${await this.compose('logs', '--no-color', '--tail', '5')}`;
  }

  /** Removes containers, networks, volumes and images in any state. Cannot be interrupted. */
  async takeDown(): Promise<void> {
    if (this.isBalanced) await run('docker', ['rm', '--force', this.balancer]);
    await this.shell(this.block('take-down'), {}, new AbortController().signal);
    const images = lines(await run('docker', ['image', 'ls', '--quiet', `${this.name}/*`]));
    if (images.length > 0) await run('docker', ['image', 'rm', '--force', ...new Set(images)]);
  }
}

/** An address of this machine that its containers reach, too. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const address = all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  if (address === undefined) throw new Error('This machine has no network but its own loop.');
  return address;
}

/** Free ports: the first of two neighbours, the first of two others, and two more. */
type Ports = [pair: number, otherPair: number, one: number, other: number];

async function freePair(): Promise<number> {
  const first = await freePort();
  return (await isFree(first + 1)) ? first : freePair();
}
