import { describe, expect, it } from '@jest/globals';
import { read } from './files.ts';

/** The stages of the Dockerfile by name, with their bases; without comments, continued lines joined. */
const stages = new Map(
  read('Dockerfile')
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split(/^FROM /m)
    .slice(1)
    .map((text) => {
      const [first = '', ...instructions] = text.split('\n').filter((line) => line.trim() !== '');
      const [from = '', name = ''] = first.split(' AS ');
      return [name, { from, instructions }];
    }),
);
/** The instructions of a stage, after those of the stages that it starts from. */
function instructionsOf(name: string): string[] {
  const { from, instructions } = stages.get(name) ?? { from: '', instructions: [] };
  return stages.has(from) ? [...instructionsOf(from), ...instructions] : instructions;
}
const baseOf = (name: string): string => {
  const { from } = stages.get(name) ?? { from: 'missing' };
  return stages.has(from) ? baseOf(from) : from;
};
const isLayer = (instruction: string): boolean => /^(COPY|RUN|ADD)/.test(instruction);

it('installs once, from the lockfile, before anything that differs between images or with a source', () => {
  const all = [...stages.values()].flatMap(({ instructions }) => instructions);
  expect(all.filter((each) => /npm (ci|install|i)\b/.test(each))).toEqual(['RUN npm ci --ignore-scripts']);
  expect(all.filter((each) => /^ADD|curl|wget http|apt-get|apk /.test(each))).toEqual([]);
  const before = instructionsOf('installed').filter((each) => /^(ARG|COPY)/.test(each));
  expect(before).toEqual(['COPY --from=manifests /src ./']);
});

describe.each(['service', 'remote', 'publisher', 'gateway', 'backup'])('the image of a %s', (name) => {
  const own = stages.get(name)?.instructions ?? [];

  it('runs as an unprivileged user, with labels, and a command after every layer', () => {
    const after = own.slice(own.findLastIndex(isLayer));
    expect(after).toContainEqual(expect.stringMatching(/^USER (node|nginx)$/));
    expect(after).toContainEqual(
      expect.stringMatching(/^LABEL .*image\.version="\$\{VERSION\}".+image\.revision="\$\{COMMIT\}"$/),
    );
    expect(after.at(-1)).toMatch(/^CMD /);
  });

  it('contains the build, without the build tools and without the history', () => {
    expect(baseOf(name)).toMatch(name === 'gateway' ? /^nginx:/ : /^scratch$/);
    const layers = instructionsOf(name).filter(isLayer);
    expect(layers.length).toBeGreaterThan(0);
    for (const layer of layers) {
      // Complete layers of other stages, whose file times are derived from the content.
      const [, from = '', folder] =
        /^COPY --from=(debian|[a-z]+-build) \/(out|tools|node) \/$/.exec(layer) ?? [];
      expect(instructionsOf(from).join('\n')).toMatch(new RegExp(`settle\\.ts /${folder}\\b`));
    }
    expect(instructionsOf(`${name}-build`).join('\n')).toMatch(
      /npm run --silent sbom -- -w \S+ -o \/out\/srv\/sbom\.cdx\.json/,
    );
  });
});

it('a service has no tests of the kit', () => {
  expect(instructionsOf('kit-build').join('\n')).toContain(
    'rm -r /out/srv/packages/service-kit/dist/testing',
  );
});
