import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { paths, read, root, rowsOf } from './files.ts';

/** The numbers of the OWASP Application Security Verification Standard's requirements of levels 1 and 2. */
const asvs = JSON.parse(read('tools/deploy/test/asvs-requirements.json')) as Record<
  'level 1' | 'level 2',
  string[]
>;
const text = read('docs/security.md');
/** The name of a proof on the page, its file, and the title of the test there. */
const proofs = rowsOf('docs/security.tsv').map(([name = '', file = '', title = '']) => ({
  name,
  file,
  title,
}));

const rows = [...text.matchAll(/^\| ((?:\d+\.\d+\.\d+(?:, )?)+) +\|(.*)\|$/gm)].map(
  ([, numbers = '', rest = '']) => ({
    numbers: numbers.split(', '),
    cells: rest.split('|').map((cell) => cell.trim()),
  }),
);
/** Rows of requirements that apply have a third cell, the proof. */
const applying = rows.filter(({ cells }) => cells.length === 2);

it('lists every requirement once, as met, as a deviation, or as not applicable', () => {
  const said = rows.flatMap(({ numbers }) => numbers);
  expect(said.toSorted()).toEqual([...asvs['level 1'], ...asvs['level 2']].toSorted());
});

it.each(applying)(
  'requirement $numbers.0 names tests, or says that it is not met or not shown',
  ({ cells }) => {
    const [what = '', proof = ''] = cells;
    const names = [...proof.matchAll(/\[([^\]]+)\]/g)].map(([, name = '']) => name);
    expect(names.length > 0 || /\*\*(Deviation|Not shown)\*\*/.test(what)).toBe(true);
    for (const name of names) expect(proofs.map((each) => each.name)).toContain(name);
  },
);

/** Which rules the linters have here, and in hosted CI. */
const configurations = ['.oxlintrc.jsonc', 'tools/deploy/kubernetes/kube-linter.yaml'];

/** Where a test, a fault, or a rule of lint has a title: what is behind it in its file. */
const behind = (source: string, title: string): string[] =>
  source
    .split(
      new RegExp(
        `(?:\\(|title:|message":|^)\\s*(['"\`])${title.replaceAll(/[$()*+.?[\]^{|}\\]/g, String.raw`\$&`)}\\1[,:]`,
        'm',
      ),
    )
    .filter((part) => !/^['"`]$/.test(part))
    .slice(1);

it.each(proofs)(
  'the proof $name is one test of that title, which is not skipped, in a file that runs',
  (proof) => {
    const { name, file, title } = proof;
    const source = read(file);
    expect(source).not.toMatch(
      /\b(it|test|describe)\.(skip|todo|fixme|failing)\b(?!;)|\bx(it|test|describe)\(/,
    );
    // A title that a file has twice comes after that of its group.
    const [group, ...titles] = title.split(' › ');
    const found = titles.reduce(
      (parts, inner) => behind(parts[0] ?? '', inner).slice(0, 1),
      behind(source, group ?? ''),
    );
    expect(found).toHaveLength(1);
    const importing = new RegExp(`from '\\./${basename(file)}'`);
    const siblings = paths(`${dirname(file)}/*.ts`).filter((path) => importing.test(read(path)));
    expect(/\.spec\.tsx?$/.test(file) || configurations.includes(file) || siblings.length > 0).toBe(true);
    expect(text).toContain(`[${name}]`);
  },
);

it('names each proof once', () => {
  const names = proofs.map(({ name }) => name.toLowerCase());
  expect(new Set(names).size).toBe(names.length);
});

it('names existing documents and commands', () => {
  for (const [, file = ''] of text.matchAll(/\]\(([a-z0-9/-]+\.md)\)/g))
    expect([file, existsSync(join(root, 'docs', file))]).toEqual([file, true]);
  const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
  for (const [, name = ''] of text.matchAll(/npm run (?:--silent )?([a-z:-]+)/g))
    expect(scripts).toHaveProperty([name]);
});

it('nothing secret comes from Math.random', () => {
  const files = paths('{svc-*,tools/backup,gateway,packages/service-kit}/src/**/*.ts');
  // How long a browser waits is no secret.
  const allowed = ['svc-notifications/src/events/event-text.ts'];
  expect(files.filter((file) => /Math\.random/.test(read(file)))).toEqual(allowed);
});

it('no program and no deployment disables the check of certificates', () => {
  const files = [
    ...paths('{svc-*,tools/backup,gateway,packages/service-kit}/src/**/*.ts'),
    ...paths(
      '{docker-compose.yml,*Dockerfile,*/Dockerfile,tools/deploy/{compose,kubernetes}/**/*.{yaml,yml,sh}}',
    ),
  ];
  expect(files.length).toBeGreaterThan(100);
  const unchecked =
    /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|sslmode=(no-verify|disable|allow|prefer)|checkServerIdentity/;
  expect(files.filter((file) => unchecked.test(read(file)))).toEqual([]);
});

/** What secrets look like; the demo's password, and words in tests and examples, do not. */
const secret = [
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/,
  /\b(?:AKIA|ASIA)(?!\w*EXAMPLE)[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
  /\bxox[abpr]-[A-Za-z0-9-]{20,}/,
  /\bnpm_[A-Za-z0-9]{36}\b/,
  /(?:secret|password|token|_key)["']?\s*[:=]\s*["'](?:[0-9a-f]{32,}|[A-Za-z0-9+/]{40,}={0,2})["']/i,
];

it('no secret is in the repository', () => {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  const files = listed.filter((name) => name !== '' && !/\.(png|jpe?g|webp|ico)$/.test(name));
  expect(files.length).toBeGreaterThan(1000);
  expect(files.filter((file) => secret.some((pattern) => pattern.test(read(file))))).toEqual([]);
});
