import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Stage, stages } from './dockerfile.ts';
import { paths, read, root } from './files.ts';

const all = stages();
const instructions = all.flatMap((stage) => stage.instructions);
const stage = (name: string): Stage => {
  const found = all.find((each) => each.name === name);
  if (!found) throw new Error(`the Dockerfile has no stage ${name}`);
  return found;
};
/** The stages that no other starts from: the images. */
const images = all.filter(({ name }) => !all.some(({ from }) => from === name) && !isCopiedFrom(name));

function isCopiedFrom(name: string): boolean {
  return instructions.some((line) => line.startsWith(`COPY --from=${name} `));
}

/** A stage and those that it starts from. */
function line(from: Stage): Stage[] {
  const before = all.find(({ name }) => name === from.from);
  return [...(before ? line(before) : []), from];
}

it('there is one Dockerfile, for the services, the remotes and the shell, their publisher, the gateway, and the backup', () => {
  expect(paths('{Dockerfile,*.Dockerfile,*/Dockerfile}')).toEqual(['Dockerfile']);
  expect(images.map(({ name }) => name)).toEqual(['service', 'remote', 'publisher', 'gateway', 'backup']);
});

it('starts from pinned versions, or from scratch', () => {
  const foreign = all.map(({ from }) => from).filter((from) => !all.some(({ name }) => name === from));
  for (const image of foreign) expect(image).toMatch(/^(node:24\.\d+\.\d+-|nginx:1\.\d+-|scratch$)/);
});

it('installs once, from the lockfile, before anything that differs between images or with a source', () => {
  const installing = instructions.filter((each) => /npm (ci|install|i)\b/.test(each));
  expect(installing).toEqual(['RUN npm ci --ignore-scripts']);
  const before = line(stage('installed')).flatMap((each) => each.instructions);
  expect(before.filter((each) => each.startsWith('ARG'))).toEqual([]);
  expect(before.filter((each) => each.startsWith('COPY'))).toEqual(['COPY --from=manifests /src ./']);
});

it('fetches nothing else, and copies only existing files', () => {
  for (const each of instructions) {
    expect(each).not.toMatch(/^ADD|curl|wget http|apt-get|apk |sudo/);
    const [, from, sources = ''] = /^COPY (?:--from=(\S+) )?(.+) \S+$/.exec(each) ?? [];
    if (from !== undefined && from !== 'sources') continue;
    for (const source of sources.split(' ').filter((path) => path !== '' && !/[$*]/.test(path))) {
      const path = source.replace(/^\/src\//, '');
      expect([path, existsSync(join(root, path))]).toEqual([path, true]);
    }
  }
});

describe.each(images.map((image) => [image.name, image] as const))('the image of a %s', (name, image) => {
  const own = line(image);

  it('runs as an unprivileged user, with a command that receives signals', () => {
    expect(image.instructions.find((each) => each.startsWith('USER'))).toMatch(/^USER (node|nginx)$/);
    expect(image.instructions.at(-1)).toMatch(/^CMD \["/);
    // The user could change files that are written after USER.
    const user = image.instructions.findIndex((each) => each.startsWith('USER'));
    expect(image.instructions.slice(user + 1).filter((each) => /^(COPY|RUN)/.test(each))).toEqual([]);
  });

  it('contains the build, without the build tools and without the history', () => {
    const base = own[0]?.from ?? '';
    expect(base).toMatch(name === 'gateway' ? /^nginx:/ : /^scratch$/);
    const made = own.flatMap((each) => each.instructions.filter((one) => /^(COPY|RUN|ADD)/.test(one)));
    // Complete layers from other stages.
    expect(made.length).toBeGreaterThan(0);
    for (const each of made)
      expect(each).toMatch(/^COPY --from=(debian|[a-z]+-build) \/(out|tools|node) \/$/);
  });

  it('has layers whose file times are derived from the content', () => {
    const layers = own.flatMap((each) =>
      each.instructions.flatMap((one) => /^COPY --from=(\S+) (\S+) \/$/.exec(one)?.slice(1, 3) ?? []),
    );
    for (let at = 0; at < layers.length; at += 2) {
      const [from = '', folder = ''] = layers.slice(at);
      expect(stage(from).instructions.findLast((each) => each.startsWith('RUN'))).toMatch(
        new RegExp(`settle\\.ts ${folder}\\b`),
      );
    }
  });

  it('has labels with its name, version and commit at the end, so that no layer depends on them', () => {
    const label = image.instructions.find((each) => each.startsWith('LABEL')) ?? '';
    expect(label).toMatch(/image\.title="Mainstay .+image\.licenses=Apache-2\.0/);
    expect(label).toMatch(/image\.version="\$\{VERSION\}".+image\.revision="\$\{COMMIT\}"$/);
    expect(image.instructions).toEqual(expect.arrayContaining(['ARG VERSION=unreleased', 'ARG COMMIT']));
    const commit = image.instructions.indexOf('ARG COMMIT');
    expect(image.instructions.slice(commit).filter((each) => /^(COPY|RUN|ADD)/.test(each))).toEqual([]);
  });

  it('has a bill of materials, of npm and of Debian', () => {
    const building = stage(`${name}-build`).instructions.join('\n');
    expect(building).toMatch(/sbom\.ts .*> \/out\/srv\/sbom\.cdx\.json/);
    const system = [...building.matchAll(/--debian \/debian\/(\w+)/g)].map(([, folder]) => folder);
    const layers = own.flatMap((each) =>
      each.instructions.filter((one) => one.startsWith('COPY --from=debian')),
    );
    expect(system).toEqual(layers.map((each) => /--from=debian \/(\w+)/.exec(each)?.[1]));
  });
});

it('the gateway has nginx, its configuration and the API page in its image, and no front end', () => {
  const building = stage('gateway-build').instructions;
  expect(building.filter((each) => each.startsWith('COPY'))).toEqual([
    'COPY --from=sources /src/gateway gateway',
  ]);
  const run = building.find((each) => each.startsWith('RUN')) ?? '';
  const copied = [...run.matchAll(/(?:cp(?: -R)?|install) ((?:gateway|node_modules)\S+)/g)].map(
    ([, path]) => path,
  );
  expect(copied).toEqual([
    'gateway/nginx',
    'gateway/docs',
    'gateway/container/15-gateway-settings.envsh',
    'gateway/container/gateway-reload',
  ]);
});

it('the publisher has the files of other packages that it imports', () => {
  const imported = paths('gateway/src/*.ts').flatMap((path) =>
    [...read(path).matchAll(/from '\.\.\/\.\.\/(\S+)'/g)].map(([, file]) => file),
  );
  expect(imported).toEqual(['tests/kit/src/file-lock.ts']);
  const building = stage('publisher-build').instructions.join('\n');
  for (const file of imported) expect(building).toContain(` ${file} `);
});

it('the image of a remote has no Node', () => {
  expect(line(stage('remote')).map(({ name }) => name)).toEqual(['tools', 'remote']);
});

it.each(['gateway', 'service'])('the image of a %s has a health check', (name) => {
  expect(stage(name).instructions.join('\n')).toMatch(/^HEALTHCHECK .*\/health/m);
});
