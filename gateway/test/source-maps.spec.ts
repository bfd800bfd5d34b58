import { describe, expect, it } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildShell } from './built-shell.ts';
import { useRegistry } from './fresh-registry.ts';
import { writeFiles } from './running-gateway.ts';

const { place, build, publish, read } = useRegistry();

/** The published files whose names say that they are source maps, compressed ones too. */
const mapsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter((file) => /\.map(\.|$)/.test(file));

describe('source maps in a build', () => {
  it('are not published with a remote, and do not change its version', async () => {
    const dist = await build('one');
    await publish('maintenance', dist);
    const [before] = await read();
    await writeFiles(dist, {
      'remoteEntry.0a1b2c3d4e.js.map': '{"version":3}',
      'static/page.5e6f7a8b9c.css.map': '{"version":3}',
    });
    await publish('maintenance', dist, '--ensure');
    expect((await read()).map(({ version }) => version)).toEqual([before?.version]);
    await writeFiles(dist, { 'static/other.js': 'export {};' });
    await publish('maintenance', dist);
    expect((await read())[0]?.version).not.toBe(before?.version);
    expect(await mapsIn(place.registry)).toEqual([]);
  });

  it('are not published with the shell', async () => {
    const dist = await buildShell(place.folder, 'one');
    await writeFiles(dist, { 'assets/main.0a1b2c3d4e.js.map': '{"version":3}' });
    await publish('shell', dist);
    expect(await readdir(join(place.registry, 'shell'))).toContain('assets');
    expect(await mapsIn(place.registry)).toEqual([]);
  });
});
