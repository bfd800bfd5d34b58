import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mergedCompose, root } from './files.ts';

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
const remotes = ['mf-employees', 'mf-equipment', 'mf-inbox', 'mf-locations', 'mf-maintenance', 'mf-reports'];
const schemas = ['auth', 'core', 'attachments', 'notifications', 'reports'];
const jobs = ['provision', ...schemas.map((schema) => `migrate-${schema}`)].map(once);
const running = ['svc-attachments', 'svc-auth', 'svc-core', 'svc-notifications', 'svc-reports'];
const ofServices = running.flatMap(replaced);
const after = [...remotes, 'intake'].flatMap((each) => [once(each), once(`publish-${each}`)]);

it('replace.sh stops the old containers one after the other, when the new ones are healthy', () => {
  expect(asked('replace.sh', {}, 'svc-core')).toEqual(replaced('svc-core'));
});

describe('upgrade.sh', () => {
  const shell = ['shell', 'publish-shell'].map(once);
  const start = [...jobs, ...shell];

  it('migrates first, and replaces the gateway before the services, and the services before the remotes and the public pages', () => {
    expect(asked('upgrade.sh', { PORTS: '8080-8081' })).toEqual([
      ...start,
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
      ...start,
      'compose up --detach --wait --no-deps gateway',
      ...ofServices,
      ...after,
    ]);
  });
});
