import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { read, root } from './files.ts';

interface Stage {
  name: string;
  /** Its base: an image, or the name of another stage. */
  from: string;
  instructions: string[];
}

const text = read('Dockerfile');
/** The images that others may be given for. */
const bases = new Map(
  [...text.matchAll(/^ARG (\w+_IMAGE)=(\S+)$/gm)].map(([, name, image]) => [name, image]),
);
/** The stages of the Dockerfile in their order, without comments, continued lines joined. */
const all = text
  .replace(/^\s*#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split(/^FROM /m)
  .slice(1)
  .map((text): Stage => {
    const [first = '', ...instructions] = text.split('\n').filter((line) => line.trim() !== '');
    const [from = '', name = ''] = first.split(' AS ');
    return { from: bases.get(from.slice(2, -1)) ?? from, name, instructions };
  });
const instructions = all.flatMap((stage) => stage.instructions);
const stage = (name: string): Stage => {
  const found = all.find((each) => each.name === name);
  if (!found) throw new Error(`the Dockerfile has no stage ${name}`);
  return found;
};
/** A stage and those that it starts from. */
const line = (name: string): Stage[] => {
  const own = stage(name);
  return all.some((each) => each.name === own.from) ? [...line(own.from), own] : [own];
};
const images = ['service', 'remote', 'publisher', 'gateway', 'backup'];

it('starts from pinned versions, or from scratch', () => {
  const foreign = all.map(({ from }) => from).filter((from) => !all.some(({ name }) => name === from));
  for (const image of foreign) expect(image).toMatch(/^(node:24\.\d+\.\d+-|nginx:1\.\d+-|scratch$)/);
});

it('installs once, from the lockfile, before anything that differs between images or with a source', () => {
  const installing = instructions.filter((each) => /npm (ci|install|i)\b/.test(each));
  expect(installing).toEqual(['RUN npm ci --ignore-scripts']);
  const before = line('installed').flatMap((each) => each.instructions);
  expect(before.filter((each) => /^(ARG|COPY)/.test(each))).toEqual(['COPY --from=manifests /src ./']);
});

it('has the manifests of all packages in the build, so that the installation is complete', () => {
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  expect(workspaces).toEqual(expect.arrayContaining(['tools/*', 'tests/*']));
  const ignored = read('.dockerignore').split('\n');
  // Services and the gateway have it among their packages for development.
  expect(ignored.indexOf('!tests/kit')).toBeGreaterThan(ignored.indexOf('tests/*'));
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

it('has services without the tests of the kit, and a remote without Node', () => {
  expect(line('remote').map(({ name }) => name)).toEqual(['tools', 'remote']);
  expect(stage('kit-build').instructions.join('\n')).toContain(
    'rm -r /out/srv/packages/service-kit/dist/testing',
  );
});

describe.each(images)('the image of a %s', (name) => {
  const own = line(name);
  const { instructions: last } = stage(name);

  it('runs as an unprivileged user, with a command that receives signals', () => {
    const user = last.findIndex((each) => /^USER (node|nginx)$/.test(each));
    expect(last.at(-1)).toMatch(/^CMD \["/);
    // The user could change files that are written after USER.
    expect(user).toBeGreaterThan(0);
    expect(last.slice(user).filter((each) => /^(COPY|RUN)/.test(each))).toEqual([]);
  });

  it('contains the build, without the build tools and without the history', () => {
    expect(own[0]?.from).toMatch(name === 'gateway' ? /^nginx:/ : /^scratch$/);
    const made = own.flatMap((each) => each.instructions.filter((one) => /^(COPY|RUN|ADD)/.test(one)));
    expect(made.length).toBeGreaterThan(0);
    for (const each of made) {
      // Complete layers of other stages, whose file times are derived from the content.
      const [, from = '', folder] =
        /^COPY --from=(debian|[a-z]+-build) \/(out|tools|node) \/$/.exec(each) ?? [];
      expect(stage(from).instructions.join('\n')).toMatch(new RegExp(`settle\\.ts /${folder}\\b`));
    }
  });

  it('has labels with its version and commit after every layer, and a bill of materials of npm and of Debian', () => {
    const commit = last.indexOf('ARG COMMIT');
    expect(last.join('\n')).toMatch(
      /^LABEL .*image\.version="\$\{VERSION\}".+image\.revision="\$\{COMMIT\}"$/m,
    );
    expect(last.slice(commit).filter((each) => /^(COPY|RUN|ADD)/.test(each))).toEqual([]);
    const building = stage(`${name}-build`).instructions.join('\n');
    expect(building).toMatch(/sbom\.ts .*> \/out\/srv\/sbom\.cdx\.json/);
    const system = [...building.matchAll(/--debian \/debian\/(\w+)/g)].map(([, folder]) => folder);
    const debian = own
      .flatMap((each) => each.instructions)
      .join('\n')
      .matchAll(/--from=debian \/(\w+)/g);
    expect(system).toEqual([...debian].map(([, folder]) => folder));
  });
});
