import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Composition } from './composition.ts';
import { root } from './document.ts';
import { run } from './command.ts';

/** The load balancer of docs/operations.md in front of a composition, in the gateway's own base image. */
export class Balancer {
  private readonly name: string;

  private constructor(name: string) {
    this.name = name;
  }

  static async before(composition: Composition): Promise<Balancer> {
    const balancer = new Balancer(`${composition.name}-balancer`);
    const file = join(composition.folder, '..', balancer.name, 'nginx.conf');
    await mkdir(dirname(file), { recursive: true });
    const site = composition.block('load-balancer');
    await writeFile(file, `events {}\npid /tmp/nginx.pid;\nhttp {\n${site}}\n`);
    await run('docker', [
      'run',
      '--detach',
      '--rm',
      '--name',
      balancer.name,
      '--network',
      'host',
      '--volume',
      `${dirname(file)}:/balancer:ro`,
      '--entrypoint',
      'nginx',
      await nginxImage(),
      '-e',
      'stderr',
      '-c',
      '/balancer/nginx.conf',
      '-g',
      'daemon off;',
    ]);
    for (;;) {
      // Any response is enough.
      if (await fetch(composition.url).catch(() => undefined)) return balancer;
      await sleep(100);
    }
  }

  async stop(): Promise<void> {
    await run('docker', ['rm', '--force', this.name]);
  }
}

/** The base image of the gateway. */
async function nginxImage(): Promise<string> {
  const image = /^FROM (nginx:\S+)/m.exec(await readFile(join(root, 'Dockerfile'), 'utf8'))?.[1];
  if (image === undefined) throw new Error('The Dockerfile names no image of nginx.');
  return image;
}
