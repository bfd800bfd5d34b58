import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { runScript, writeFiles } from './running-gateway.ts';

const registryShape = z.object({
  remotes: z.array(
    z.object({
      name: z.string(),
      version: z.string().regex(/^[0-9a-f]{12}$/),
      manifest: z.string(),
      versions: z.array(z.object({ version: z.string(), publishedAt: z.iso.datetime() })),
    }),
  ),
});

let folder: string;
let registry: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mainstay-registry-'));
  registry = join(folder, 'registry');
});
afterEach(() => rm(folder, { recursive: true }));

/** A build as webpack leaves it; `text` makes its content its own. */
async function build(text: string): Promise<string> {
  const dist = join(folder, `dist-${text}`);
  await writeFiles(dist, {
    'mf-manifest.json': JSON.stringify({ id: text }),
    'remoteEntry.0a1b2c3d4e.js': `export const text = "${text}";\n`.repeat(50),
    'static/page.5e6f7a8b9c.js': 'export {};\n'.repeat(50),
  });
  return dist;
}

const publish = (name: string, dist: string): Promise<string> =>
  runScript('registry.ts', ['publish', name, dist, '--registry', registry]);

async function read(): Promise<z.infer<typeof registryShape>['remotes']> {
  return registryShape.parse(JSON.parse(await readFile(join(registry, 'registry.json'), 'utf8'))).remotes;
}

describe('publish', () => {
  it('puts the files under a version and points to its manifest', async () => {
    const message = await publish('maintenance', await build('one'));
    const [remote] = await read();
    expect(remote).toMatchObject({
      name: 'maintenance',
      manifest: `/remotes/maintenance/${remote?.version ?? ''}/mf-manifest.json`,
      versions: [{ version: remote?.version }],
    });
    expect(message).toBe(`maintenance ${remote?.version ?? ''} is now current\n`);

    const published = join(registry, 'maintenance', remote?.version ?? '');
    expect((await readdir(published, { recursive: true })).sort()).toEqual([
      'mf-manifest.json',
      'mf-manifest.json.br',
      'mf-manifest.json.gz',
      'remoteEntry.0a1b2c3d4e.js',
      'remoteEntry.0a1b2c3d4e.js.br',
      'remoteEntry.0a1b2c3d4e.js.gz',
      'static',
      'static/page.5e6f7a8b9c.js',
      'static/page.5e6f7a8b9c.js.br',
      'static/page.5e6f7a8b9c.js.gz',
    ]);
    const plain = await readFile(join(published, 'remoteEntry.0a1b2c3d4e.js'));
    expect(brotliDecompressSync(await readFile(join(published, 'remoteEntry.0a1b2c3d4e.js.br')))).toEqual(
      plain,
    );
    expect(gunzipSync(await readFile(join(published, 'remoteEntry.0a1b2c3d4e.js.gz')))).toEqual(plain);
  });

  it('leaves files that any user can read, whoever published with whatever mask', async () => {
    const mask = process.umask(0o077);
    try {
      await publish('maintenance', await build('one'));
    } finally {
      process.umask(mask);
    }
    for (const name of ['.', ...(await readdir(registry, { recursive: true }))]) {
      const { mode } = statSync(join(registry, name));
      expect({ name, readable: mode & 0o004 }).toEqual({ name, readable: 0o004 });
    }
  });

  it('does nothing for the same content, and says so', async () => {
    const dist = await build('one');
    await publish('maintenance', dist);
    const before = await readFile(join(registry, 'registry.json'), 'utf8');
    const later = new Date(Date.now() + 60_000);
    await utimes(join(dist, 'mf-manifest.json'), later, later);
    expect(await publish('maintenance', dist)).toMatch(/is current already: nothing to do/);
    expect(await readFile(join(registry, 'registry.json'), 'utf8')).toBe(before);
  });

  it('brings files back that were taken away', async () => {
    const dist = await build('one');
    await publish('maintenance', dist);
    const [remote] = await read();
    const published = join(registry, 'maintenance', remote?.version ?? '');
    await rm(published, { recursive: true });
    await publish('maintenance', dist);
    expect(existsSync(join(published, 'mf-manifest.json'))).toBe(true);
  });

  it('keeps the files of the last five versions', async () => {
    const versions: string[] = [];
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
      await publish('maintenance', await build(text));
      versions.push((await read())[0]?.version ?? '');
    }
    const kept = versions.slice(-5);
    const [remote] = await read();
    expect(remote?.versions.map(({ version }) => version)).toEqual(kept.toReversed());
    expect((await readdir(join(registry, 'maintenance'))).sort()).toEqual(kept.toSorted());
  });

  it('goes back to an earlier content by moving the pointer', async () => {
    const first = await build('one');
    await publish('maintenance', first);
    const [{ version } = { version: '' }] = await read();
    await publish('maintenance', await build('two'));
    await publish('maintenance', first);
    const [remote] = await read();
    expect(remote?.version).toBe(version);
    expect(remote?.versions).toHaveLength(2);
  });

  it('loses nothing when ten publish at once', async () => {
    const builds = await Promise.all(Array.from({ length: 10 }, (_, index) => build(`build${index}`)));
    await Promise.all(
      builds.flatMap((dist, index) => [publish(`remote-${index}`, dist), publish('maintenance', dist)]),
    );
    const remotes = await read();
    expect(remotes.map(({ name }) => name)).toEqual([
      'maintenance',
      ...Array.from({ length: 10 }, (_, index) => `remote-${index}`),
    ]);
    for (const { name, version, versions } of remotes) {
      const kept = versions.map((each) => each.version);
      expect(kept).toHaveLength(name === 'maintenance' ? 5 : 1);
      expect(kept).toContain(version);
      expect((await readdir(join(registry, name))).sort()).toEqual(kept.toSorted());
    }
    expect((await readdir(registry)).filter((name) => name.startsWith('.staging'))).toEqual([]);
  });

  it('waits for a publisher at work, and not for one that was killed', async () => {
    await publish('maintenance', await build('one'));
    const holder = spawn(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { DatabaseSync } from 'node:sqlite';
         const lock = new DatabaseSync(process.argv[1]);
         lock.exec('BEGIN EXCLUSIVE');
         console.log('locked');
         setInterval(() => lock.isOpen, 1000);`,
        join(registry, '.lock'),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(holder.stdout, 'data');
    let isDone = false;
    const publication = publish('locations', await build('two')).then(() => (isDone = true));
    await sleep(1500);
    const wasDone = isDone;
    holder.kill('SIGKILL');
    await publication;
    expect(wasDone).toBe(false);
    expect((await read()).map(({ name }) => name)).toEqual(['locations', 'maintenance']);
  });

  it('keeps what a later version wrote into the registry', async () => {
    await publish('maintenance', await build('one'));
    const [remote] = await read();
    const extended = { schema: 2, remotes: [{ ...remote, isDisabled: true }] };
    await writeFile(join(registry, 'registry.json'), JSON.stringify(extended));
    await publish('maintenance', await build('two'));
    expect(JSON.parse(await readFile(join(registry, 'registry.json'), 'utf8'))).toMatchObject({
      schema: 2,
      remotes: [{ isDisabled: true }],
    });
  });

  it('does not write over a registry that it cannot read', async () => {
    await publish('maintenance', await build('one'));
    await writeFile(join(registry, 'registry.json'), '{ "remotes": [');
    await expect(publish('maintenance', await build('two'))).rejects.toThrow(/registry\.json/);
    expect(await readFile(join(registry, 'registry.json'), 'utf8')).toBe('{ "remotes": [');
  });

  it.each(['Maintenance', '../maintenance', 'a/b', '', 'x'.repeat(41)])(
    'refuses the name "%s"',
    async (name) => {
      await expect(publish(name, await build('one'))).rejects.toThrow(/no name for a remote|Usage/);
      expect(existsSync(registry)).toBe(false);
    },
  );

  it('refuses a folder without a built remote', async () => {
    await expect(publish('maintenance', folder)).rejects.toThrow(
      /has no mf-manifest\.json: build the remote first/,
    );
  });
});

describe('the command line', () => {
  it('lists the versions of each remote', async () => {
    await publish('maintenance', await build('one'));
    await publish('maintenance', await build('two'));
    const listed = await runScript('registry.ts', ['list', '--registry', registry]);
    const [remote] = await read();
    expect(listed.trim().split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^maintenance ${remote?.version ?? ''} \\S+Z current$`)),
      expect.stringMatching(/^maintenance [0-9a-f]{12} \S+Z$/),
    ]);
  });

  it.each([[[]], [['publish', 'maintenance']], [['remove', 'maintenance']], [['list', '--other']]])(
    'explains itself when it is called with %j',
    async (args) => {
      await expect(runScript('registry.ts', args)).rejects.toThrow(/Usage|Unknown option/);
    },
  );
});
