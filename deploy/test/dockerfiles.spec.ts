import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { paths, read, root } from './files.ts';

/** The instructions of a Dockerfile by stage, without comments, continued lines joined. */
function stagesOf(path: string): { image: string; instructions: string[] }[] {
  const lines = read(path)
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: { image: string; instructions: string[] }[] = [];
  for (const line of lines) {
    const image = /^FROM (\S+)/.exec(line)?.[1];
    if (image === undefined) stages.at(-1)?.instructions.push(line);
    else stages.push({ image, instructions: [] });
  }
  return stages;
}

const dockerfiles = paths('{*.Dockerfile,*/Dockerfile}');

it('there is one for the gateway, the services, the remotes and the shell, and the backup', () => {
  expect(dockerfiles).toEqual([
    'backup/Dockerfile',
    'gateway/Dockerfile',
    'remote.Dockerfile',
    'service.Dockerfile',
  ]);
});

describe.each(dockerfiles)('%s', (path) => {
  const stages = stagesOf(path);
  const last = stages.at(-1);
  const all = stages.flatMap(({ instructions }) => instructions);

  it('builds in one stage and runs in another, from versions that are named', () => {
    expect(stages).toHaveLength(2);
    for (const { image } of stages) expect(image).toMatch(/^(node:24\.\d+\.\d+-|nginx:1\.\d+-)/);
  });

  it('runs as nobody of importance, with a command that gets its signals', () => {
    const instructions = last?.instructions ?? [];
    expect(instructions.find((line) => line.startsWith('USER'))).toMatch(/^USER (node|nginx)$/);
    expect(instructions.at(-1)).toMatch(/^CMD \["/);
    // What is written after USER is the user's own to change.
    const user = instructions.findIndex((line) => line.startsWith('USER'));
    expect(instructions.slice(user + 1).filter((line) => /^(COPY|RUN)/.test(line))).toEqual([]);
  });

  it('runs what was built, without the tools that built it and without the history', () => {
    const instructions = last?.instructions ?? [];
    expect(
      instructions.filter((line) => /^COPY (--\S+ )*\.git|^COPY (--\S+ )*(\/src\/?|\.\/?) /.test(line)),
    ).toEqual([]);
    const takesModules = instructions.some((line) => / \/src\/node_modules /.test(line));
    const installs = stages[0]?.instructions.filter((line) => line.startsWith('RUN npm ci')) ?? [];
    if (takesModules) expect(installs.at(-1)).toMatch(/ --omit=dev /);
  });

  it('installs from the lockfile, fetches nothing else, and takes only what is there', () => {
    for (const line of all) expect(line).not.toMatch(/^ADD|npm (install|i) |curl|wget http|apt-get|sudo/);
    for (const line of all) {
      const source = /^COPY (?:--chmod=\d+ )?([^-\s$]\S*) /.exec(line)?.[1];
      if (source !== undefined) expect([source, existsSync(join(root, source))]).toEqual([source, true]);
    }
  });
});

/** Rooms in whose own folder npm puts packages that run there. */
const roomsWithOwnPackages = Object.entries(
  (JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: boolean }> }).packages,
).flatMap(([path, { dev }]) => (dev ? [] : (/^([^n].*?)\/node_modules\//.exec(path)?.[1] ?? [])));

it.each([
  ['service.Dockerfile', /^(packages\/service-kit|svc-.*)$/],
  ['backup/Dockerfile', /^backup$/],
  ['remote.Dockerfile', /^gateway$/],
])("%s takes the packages along that lie in a room's own folder", (path, rooms) => {
  const copied = (stagesOf(path).at(-1)?.instructions ?? []).flatMap(
    (line) =>
      /^COPY --from=build \/src\/(.+)\/node_modules /.exec(line)?.[1]?.replace('${SERVICE}', 'svc-*') ?? [],
  );
  const needed = roomsWithOwnPackages.filter((room) => rooms.test(room));
  expect(needed.filter((room) => !copied.includes(room.replace(/^svc-.*/, 'svc-*')))).toEqual([]);
});

it('the gateway has nginx, its configuration and the API page in its image, and no front end', () => {
  const copied = (stagesOf('gateway/Dockerfile').at(-1)?.instructions ?? []).flatMap(
    (line) => /^COPY (?:--\S+ )*(\S+) /.exec(line)?.[1] ?? [],
  );
  const own = /^(gateway\/|\/src\/node_modules\/swagger-ui-dist$|svc-\w+\/openapi\.json$)/;
  expect(copied.length).toBeGreaterThan(3);
  expect(copied.filter((path) => !own.test(path))).toEqual([]);
});

it.each(['gateway/Dockerfile', 'service.Dockerfile'])('%s says how to see whether it works', (path) => {
  expect(stagesOf(path).at(-1)?.instructions.join('\n')).toMatch(/^HEALTHCHECK .*\/health/m);
});
