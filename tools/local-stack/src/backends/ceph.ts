import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandContext } from '../commands/command-context.ts';
import { Failure } from '../failure.ts';
import { findProgram, isExecutable } from '../machine/programs.ts';
import type { ProcessSpec } from '../processes/supervised-process.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import { run } from '../processes/run-command.ts';
import { fetchDebianProgram } from './debian-package.ts';

/** Ceph's object gateway, an S3 server, on a cluster of one monitor and one store in memory. */
export interface Ceph {
  endpoint: string;
  /** Owns the buckets. */
  owner: Keys;
  /** Has no rights until a bucket grants them. */
  user: Keys & { name: string };
  /** The role that the user may assume to get temporary credentials. */
  roleArn: string;
}

export interface Keys {
  accessKeyId: string;
  secretAccessKey: string;
}

const PACKAGES = ['ceph-mon', 'ceph-osd'];

interface CephOptions {
  folder: string;
  ports: { monitor: number; gateway: number };
}

/** @throws Failure where there is no apt: only Debian and Ubuntu have the packages. */
export async function startCeph(
  { folder, ports }: CephOptions,
  supervisor: Supervisor,
  { progress, signal }: CommandContext,
): Promise<Ceph> {
  const fetched = await fetchDebianProgram('radosgw', 'usr/bin/radosgw', progress, signal, PACKAGES);
  if (!fetched)
    throw new Failure('npm run s3 needs the packages radosgw, ceph-mon and ceph-osd of Debian or Ubuntu.');
  const home = fetched.path.replace(/\/usr\/bin\/radosgw$/, '');
  const libraries = (fetched.env['LD_LIBRARY_PATH'] ?? '').split(':');
  const own = libraries.find(
    (path) => path.startsWith(join(home, 'usr/lib/')) && path.endsWith('-linux-gnu'),
  );
  if (own === undefined) throw new Failure('The packages of Ceph contain no libraries.');
  mkdirSync(join(folder, 'mon'), { recursive: true });
  for (const name of ['osd', 'rgw']) mkdirSync(join(folder, name));
  const [clusterId, storeId] = [randomUUID(), randomUUID()];
  const configuration = join(folder, 'ceph.conf');
  writeFileSync(configuration, configurationOf({ folder, ports }, own, clusterId));
  writeFileSync(join(folder, 'mime.types'), 'text/plain txt\n');
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: [...libraries, join(own, 'ceph')].join(':'),
    PYTHONPATH: join(home, 'usr/lib/python3/dist-packages'),
    CEPH_CONF: configuration,
  };
  const program = (name: string) => join(home, 'usr/bin', name);
  const call = (name: string, ...args: string[]) =>
    run(program(name), args, { cwd: folder, env, signal, failure: 'Ceph does not start.' });
  const administer = (words: string, ...more: string[]) =>
    call('radosgw-admin', ...words.split(' '), ...more);
  const daemon = (name: string, args: string[], isReady: () => Promise<boolean>): ProcessSpec => ({
    name,
    command: program(name),
    args: ['-f', ...args],
    cwd: folder,
    env,
    tier: 0,
    isReady,
    readyWithinMs: 6e4,
  });
  // The packages' modules are for the distribution's own Python.
  const python =
    [join(home, 'usr/bin/python3'), '/usr/bin/python3'].find(isExecutable) ?? findProgram('python3');
  if (python === undefined) throw new Failure('npm run s3 needs python3.');
  const ask = (...args: string[]) =>
    run(python, [program('ceph'), '--connect-timeout', '10', ...args], { cwd: folder, env, signal });

  const address = `[v2:127.0.0.1:${ports.monitor}]`;
  await call('monmaptool', '--create', '--fsid', clusterId, '--addv', 'a', address, 'monmap');
  await call('ceph-mon', '--mkfs', '-i', 'a', '--monmap', 'monmap');
  await supervisor.start(daemon('ceph-mon', ['-i', 'a'], () => ask('health').then(() => true)));
  await ask('osd', 'new', storeId);
  await call('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', storeId);
  const isUp = async () => / 1 up/.test(await ask('osd', 'stat'));
  await supervisor.start(daemon('ceph-osd', ['-i', '0'], isUp));
  const endpoint = `http://127.0.0.1:${ports.gateway}`;
  await supervisor.start(daemon('radosgw', ['-n', 'client.rgw.a'], async () => (await fetch(endpoint)).ok));

  const account = async (name: string): Promise<Keys> => {
    const keys = {
      accessKeyId: randomBytes(10).toString('hex').toUpperCase(),
      secretAccessKey: randomBytes(20).toString('hex'),
    };
    const ownKeys = `--access-key ${keys.accessKeyId} --secret-key ${keys.secretAccessKey}`;
    await administer(`user create --uid ${name} --display-name ${name} ${ownKeys}`);
    return keys;
  };
  const [owner, user] = [await account('owner'), await account('mainstay')];
  const trust = statement({
    Principal: { AWS: ['arn:aws:iam:::user/mainstay'] },
    Action: ['sts:AssumeRole'],
  });
  await administer('role create --role-name uploader --assume-role-policy-doc', trust);
  const rights = statement({ Action: ['s3:PutObject'], Resource: ['arn:aws:s3:::*/uploads/*'] });
  await administer('role-policy put --role-name uploader --policy-name files --policy-doc', rights);
  return { endpoint, owner, user: { ...user, name: 'mainstay' }, roleArn: 'arn:aws:iam:::role/uploader' };
}

const statement = (content: object): string =>
  JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', ...content }] });

/** Everything in memory and without the cluster's own authentication: it exists for one run, on loopback. */
function configurationOf({ folder, ports }: CephOptions, libraries: string, clusterId: string): string {
  return `[global]
fsid = ${clusterId}
mon host = [v2:127.0.0.1:${ports.monitor}]
public addr = 127.0.0.1
ms bind msgr1 = false
ms mon client mode = crc
ms mon cluster mode = crc
ms mon service mode = crc
auth cluster required = none
auth service required = none
auth client required = none
auth supported = none
keyring = /dev/null
run dir = ${folder}
admin socket =
pid file =
crash dir = ${folder}
log file = ${folder}/$name.log
mon cluster log file = ${folder}/cluster.log
plugin dir = ${libraries}/ceph
erasure code dir = ${libraries}/ceph/erasure-code
osd class dir = ${libraries}/rados-classes
osd objectstore = memstore
memstore device bytes = 2147483648
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail warn = 1
mon data avail crit = 1
[mon]
mon data = ${folder}/mon
[osd]
osd data = ${folder}/osd
osd class load list = *
osd class default list = *
[client]
rgw data = ${folder}/rgw
rgw frontends = beast endpoint=127.0.0.1:${ports.gateway}
rgw thread pool size = 32
rgw mime types file = ${folder}/mime.types
rgw s3 auth use sts = true
rgw sts key = ${randomBytes(8).toString('hex')}
`;
}
