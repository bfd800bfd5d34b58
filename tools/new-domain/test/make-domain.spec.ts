import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDomain } from '../src/make-domain.ts';

const repository = join(import.meta.dirname, '../../..');

/** Neither installs nor builds: the journey tests/journeys/new-domain/new-domain.spec.ts does. */
let commands: string[];
const run = (...command: string[]) => {
  commands.push(command.join(' '));
  const folder = /openapi -w (.+)$/.exec(command.join(' '))?.[1];
  if (folder !== undefined) write(`${folder}/openapi.json`, '{}');
};

let checkout: string;
function write(path: string, text: string): void {
  mkdirSync(join(checkout, path, '..'), { recursive: true });
  writeFileSync(join(checkout, path), text);
}

beforeEach(() => {
  commands = [];
  checkout = mkdtempSync(join(tmpdir(), 'new-domain-'));
  for (const file of ['package.json', 'package-lock.json', '.prettierrc.json']) {
    write(file, readFileSync(join(repository, file), 'utf8'));
  }
  write('mf-stores/src/declaration.ts', 'path: links.locations,');
  write('mf-stores/webpack.dev.ts', 'port: 3007');
  write(
    'svc-core/service.json',
    JSON.stringify({ schema: 'core', paths: ['/api/stats', '/api/tickets/**'] }),
  );
});
afterEach(() => rmSync(checkout, { recursive: true }));

const read = (path: string) => readFileSync(join(checkout, path), 'utf8');
const files = () => globSync('**/*', { cwd: checkout }).sort();

describe('makeDomain', () => {
  it('creates both parts, installs, and writes the documents of the service', async () => {
    expect(await makeDomain({ name: 'spare-parts' }, checkout, run)).toEqual([
      'mf-spare-parts',
      'svc-spare-parts',
    ]);
    expect(commands.map((command) => command.replace(/ --.*?(?= -w|$)/, ''))).toEqual([
      'npm install',
      'npm run -w svc-spare-parts',
      'npm run -w svc-spare-parts',
    ]);
    expect(read('mf-spare-parts/webpack.dev.ts')).toContain('port: 3008');
    expect(read('svc-spare-parts/openapi.released.json')).toBe('{}');
    expect(JSON.parse(read('svc-spare-parts/service.json'))).toMatchObject({ schema: 'spare_parts' });
    expect(files().filter((path) => path.includes('{{') || path.endsWith('.hbs'))).toEqual([]);
    expect(existsSync(join(checkout, 'mf-spare-parts/src/spare-parts/add-spare-part-dialog.tsx'))).toBe(true);
  });

  it('uses the installed versions of packages', async () => {
    await makeDomain({ name: 'suppliers' }, checkout, run);
    const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> };
    const { dependencies } = JSON.parse(read('mf-suppliers/package.json')) as {
      dependencies: Record<string, string>;
    };
    expect(dependencies['react']).toBe(lock.packages['node_modules/react']?.version);
  });

  it.each([
    ['remote', 'mf-suppliers', 'svc-suppliers'],
    ['service', 'svc-suppliers', 'mf-suppliers'],
  ] as const)('makes the %s alone', async (only, made, other) => {
    expect(await makeDomain({ name: 'suppliers', only }, checkout, run)).toEqual([made]);
    expect(existsSync(join(checkout, other))).toBe(false);
    const texts = globSync(`${made}/**/*.{ts,tsx,json}`, { cwd: checkout }).map(read).join('\n');
    expect(texts).not.toContain(`@mainstay/${other}`);
  });

  it.each([
    ['locations', 'The address /locations is taken: mf-stores/src/declaration.ts.'],
    ['tickets', 'The API path /api/tickets/** is taken: svc-core/service.json.'],
    ['core', 'svc-core is there already.'],
  ])('refuses %s, which is in use, and creates nothing', async (name, message) => {
    const before = files();
    const only = name === 'tickets' ? 'service' : undefined;
    await expect(makeDomain({ name, only }, checkout, run)).rejects.toThrow(message);
    expect(files()).toEqual(before);
  });

  it('leaves the checkout unchanged when a command fails', async () => {
    const before = files();
    const lock = read('package-lock.json');
    const failing = (...command: string[]) => {
      if (command[1] === 'install') write('package-lock.json', '{}');
      else throw new Error('it does not build');
    };
    await expect(makeDomain({ name: 'suppliers' }, checkout, failing)).rejects.toThrow('it does not build');
    expect(files()).toEqual(before);
    expect(read('package-lock.json')).toBe(lock);
    expect(existsSync(join(checkout, 'mf-suppliers'))).toBe(false);
  });
});
