import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { frontEnds, mergedCompose, paths, read, root } from './files.ts';

const { services } = mergedCompose();

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
  // Records its calls, and has two containers of each service except of the new ones. It never waits.
  writeFileSync(
    join(folder, 'docker'),
    `#!/bin/sh
echo "$*" >>"$ASKED"
case "$*" in
  'compose config --services') printf '%s\\n' $SERVICES ;;
  'compose config gateway') echo "        published: $PORTS" ;;
  "compose ps --quiet $NEW") ;;
  'compose ps --quiet '*) printf '%s\\n' "$4-1" "$4-2" ;;
esac
`,
    { mode: 0o755 },
  );
  writeFileSync(join(folder, 'sleep'), '#!/bin/sh\n', { mode: 0o755 });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The commands that a script gives Docker, without those that only read. */
function asked(script: string, settings: Record<string, string>, ...args: string[]): string[] {
  const log = join(folder, 'asked');
  writeFileSync(log, '');
  execFileSync(join(root, 'tools/deploy/compose', script), args, {
    env: {
      PATH: `${folder}:${process.env['PATH'] ?? ''}`,
      ASKED: log,
      SERVICES: Object.keys(services).sort().join(' '),
      ...settings,
    },
  });
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !/^compose (config|ps) /.test(line));
}

const replaced = (service: string): string[] => [
  `compose up --detach --wait --no-deps --no-recreate --scale ${service}=4 ${service}`,
  `stop ${service}-1`,
  `rm ${service}-1`,
  `stop ${service}-2`,
  `rm ${service}-2`,
];
const once = (job: string): string => `compose run --rm --no-deps ${job}`;
const remotes = frontEnds.filter((name) => name.startsWith('mf-'));
const running = paths('svc-*/service.json').map((path) => dirname(path));
const ofServices = running.flatMap(replaced);
const after = [...remotes, 'intake'].flatMap((each) => [once(each), once(`publish-${each}`)]);

it('replace.sh stops the old containers one after the other, when the new ones are healthy', () => {
  expect(asked('replace.sh', {}, 'svc-core')).toEqual(replaced('svc-core'));
});

it('migrate.sh starts PostgreSQL alone, and migrates every service after those whose tables it reads', () => {
  const [start, provision, ...migrations] = asked('migrate.sh', {});
  expect(start).toBe('compose up --detach --wait --no-deps --no-recreate postgres');
  expect(provision).toBe(once('provision'));
  expect([...migrations].sort()).toEqual(
    running.map((folder) => once(folder.replace('svc-', 'migrate-'))).sort(),
  );
  for (const folder of running) {
    const { name, schema, reads } = JSON.parse(read(`${folder}/service.json`)) as {
      name: string;
      schema: string;
      reads: string[];
    };
    const place = migrations.indexOf(once(`migrate-${name}`));
    // Schemas of the product are called as their services.
    for (const read of reads.map((table) => table.replace(/\..*/, '')).filter((each) => each !== schema))
      expect(migrations.slice(0, place)).toContain(once(`migrate-${read}`));
  }
});

describe('upgrade.sh', () => {
  const shell = ['shell', 'publish-shell'].map(once);
  let jobs: string[];
  beforeAll(() => {
    jobs = asked('migrate.sh', {});
  });

  it('migrates first, and replaces the gateway before the services, and the services before the remotes and the public pages', () => {
    expect(asked('upgrade.sh', { PORTS: '8080-8081' })).toEqual([
      ...jobs,
      ...shell,
      ...replaced('gateway'),
      ...ofServices,
      ...after,
    ]);
  });

  it('starts a service that the running version lacks, before the gateway that knows its paths', () => {
    const isNew = 'svc-notifications';
    expect(asked('upgrade.sh', { PORTS: '8080-8081', NEW: isNew })).toEqual([
      ...jobs,
      `compose up --detach --wait --no-deps ${isNew}`,
      ...shell,
      ...replaced('gateway'),
      ...running.filter((service) => service !== isNew).flatMap(replaced),
      ...after,
    ]);
  });

  it('replaces one gateway with the other if there is one port', () => {
    expect(asked('upgrade.sh', { PORTS: '"8080"' })).toEqual([
      ...jobs,
      ...shell,
      'compose up --detach --wait --no-deps gateway',
      ...ofServices,
      ...after,
    ]);
  });
});
