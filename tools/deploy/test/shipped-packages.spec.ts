import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { shippedWith } from '../src/shipped-packages.ts';
import { root } from './files.ts';

const kit = 'packages/service-kit';

it('optional peers that are not needed, such as a compiler, are not included', () => {
  const places = ['svc-auth', 'svc-core', 'svc-attachments'].flatMap((name) => [...shippedWith(name)]);
  expect(places).toContain('node_modules/typeorm');
  expect(places.filter((place) => /typescript|@swc|jest|eslint|webpack/.test(place))).toEqual([]);
});

it('a package that the lockfile does not have is refused', () => {
  expect(() => shippedWith('svc-nobody')).toThrow('package-lock.json has no svc-nobody');
});

/** Like the Dockerfile: an image has the kit's packages, and those that only the service needs. */
describe.each(['svc-attachments', 'tools/backup'])('the packages that are copied for %s', (name) => {
  let folder: string;
  let files: string[];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'shipped-'));
    const copy = (...args: string[]) =>
      execFileSync(process.execPath, ['tools/deploy/src/shipped-packages.ts', folder, ...args], {
        cwd: root,
      });
    if (name.startsWith('svc-')) copy(kit);
    copy(name, ...(name.startsWith('svc-') ? ['--without', kit] : []));
    files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are those that it runs with on this platform, with the licences, and nothing that only developers read', () => {
    const packages = [...shippedWith(name)].filter((place) => existsSync(join(root, place, 'package.json')));
    const outside = packages.filter((place) => !place.startsWith('node_modules/@mainstay/'));
    expect(outside.length).toBeGreaterThan(20);
    expect(outside.filter((place) => !existsSync(join(folder, place, 'package.json')))).toEqual([]);
    expect(files.filter((file) => /\.(map|[cm]?ts)$/.test(file))).toEqual([]);
    expect(files.filter((file) => /licen[cs]e/i.test(file)).length).toBeGreaterThan(20);
  });

  it('contain every file that another one of them loads', () => {
    const code = files.filter((file) => /\.[cm]?js$/.test(file));
    expect(code.length).toBeGreaterThan(300);
    const missing = code.flatMap((file) =>
      loadedBy(join(folder, file))
        // It was not in the package either.
        .filter((path) => !isModule(path) && isModule(join(root, relative(folder, path))))
        .map((path) => `${file} loads ${relative(folder, path)}`),
    );
    expect(missing).toEqual([]);
  }, 60_000);
});

/** What a file asks for by a path: `require('./x')`, `import './x'`, `export … from '../x'`. */
function loadedBy(file: string): string[] {
  const asked = readFileSync(file, 'utf8').matchAll(
    /(?:require\(|import\(?|from)\s*['"](\.{1,2}\/[^'"]+)['"]/g,
  );
  return [...asked].flatMap(([, path = '']) => (/\.[cm]?ts$/.test(path) ? [] : resolve(dirname(file), path)));
}

const isModule = (path: string): boolean =>
  ['', '.js', '.cjs', '.mjs', '.json', '.node', '/index.js', '/package.json'].some(
    (end) => statSync(path + end, { throwIfNoEntry: false })?.isFile() === true,
  );
