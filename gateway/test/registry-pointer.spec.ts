import { describe, expect, it } from '@jest/globals';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rollBack } from '../src/pointer.ts';
import { useRegistry } from './fresh-registry.ts';
import { runScript, tryScript } from './running-gateway.ts';

const { place, build, remote, publish, readAll, read, publishAll, current, moves } = useRegistry();

describe('the pointer', () => {
  it('moves to the previous version and back, together with the hashes of the files', async () => {
    const [first = '', second = ''] = await publishAll('one', 'two');
    const [{ integrity } = { integrity: {} }] = await read();
    expect(await remote('rollback', 'maintenance')).toBe(`maintenance is back at ${first}`);
    const [back] = await read();
    expect(back).toMatchObject({
      version: first,
      manifest: `/remotes/maintenance/${first}/mf-manifest.json`,
      versions: [{ version: first }, { version: second, rolledBack: true }],
    });
    expect(back?.integrity).not.toEqual(integrity);
    await expect(remote('rollback', 'maintenance')).rejects.toThrow(
      `has no version before ${first} to roll back to`,
    );

    await remote('current', 'maintenance', second.slice(0, 6));
    expect((await read())[0]).toMatchObject({ version: second, integrity });
    expect(await remote('current', 'maintenance')).toBe(`maintenance ${second} is current`);
    await expect(remote('current', 'maintenance', 'xyz')).rejects.toThrow(
      `has no version "xyz"; it has ${second}, ${first}`,
    );
  });

  it('returns to the last good version, skipping those rolled back', async () => {
    const [, good] = await publishAll('oldest', 'good');
    for (const attempt of ['bad1', 'bad2', 'bad3', 'bad4', 'bad5', 'bad6']) {
      await publishAll(attempt);
      rollBack(place.registry, 'maintenance', { by: 'kim' });
      expect(await current()).toBe(good);
    }
    // A second rollback goes further back, not forward again.
    await publishAll('better', 'still better');
    rollBack(place.registry, 'maintenance', { by: 'kim' });
    rollBack(place.registry, 'maintenance', { by: 'kim' });
    expect(await current()).toBe(good);
  });

  it('does not switch to changed or missing files', async () => {
    const [first = '', second] = await publishAll('one', 'two');
    const files = join(place.registry, 'maintenance', first);
    await writeFile(join(files, 'static/page.5e6f7a8b9c.js'), 'something else');
    await expect(remote('rollback', 'maintenance')).rejects.toThrow(/differ from those that were published/);
    await rm(files, { recursive: true });
    await expect(remote('rollback', 'maintenance')).rejects.toThrow(/are missing: publish it again/);
    expect(await current()).toBe(second);
  });

  it('stays at a pinned version and keeps its files until it is unpinned', async () => {
    const [first = '', second] = await publishAll('one', 'two');
    await remote('pin', 'maintenance', first);
    expect(await publish('maintenance', await build('three'))).toMatch(
      new RegExp(`is published; maintenance stays pinned at ${first}`),
    );
    await publishAll('four', 'five', 'six', 'seven', 'eight');
    expect(await current()).toBe(first);
    const kept = await readdir(join(place.registry, 'maintenance'));
    expect(kept).toContain(first);
    // So does the version that a rollback would return to.
    expect(kept).toContain(second);
    expect(kept).toHaveLength(7);

    await remote('unpin', 'maintenance');
    expect(await current()).toBe(first);
    const [ninth] = await publishAll('nine');
    expect(await current()).toBe(ninth);
    expect(await readdir(join(place.registry, 'maintenance'))).toHaveLength(6);
    await publishAll('ten');
    expect(await readdir(join(place.registry, 'maintenance'))).toHaveLength(5);
  });

  it('is not listed as loaded while the remote is switched off, but still moves', async () => {
    const [first] = await publishAll('one');
    await publish('locations', await build('two'));
    await remote('disable', 'maintenance', '--reason', 'it deletes tickets');
    expect(await readAll()).toMatchObject({
      remotes: [{ name: 'locations' }],
      disabled: [{ name: 'maintenance', version: first }],
    });
    expect(await publish('maintenance', await build('three'))).toMatch(
      /is now current, and still switched off/,
    );
    await remote('enable', 'maintenance');
    const { remotes, disabled } = await readAll();
    expect(remotes.map(({ name }) => name)).toEqual(['locations', 'maintenance']);
    expect(disabled).toEqual([]);
    expect(remotes[1]?.version).not.toBe(first);
  });
});

describe('the log', () => {
  it('says who moved what, when and why, and leaves out commands that changed nothing', async () => {
    const [first, second] = await publishAll('one', 'two');
    const move = { by: 'kim', remote: 'maintenance' };
    await remote('rollback', 'maintenance', '--reason', 'tickets vanish', '--by', 'sam');
    await remote('pin', 'maintenance');
    await remote('pin', 'maintenance');
    await publishAll('three');
    const third = (await read())[0]?.versions[0]?.version;
    await remote('unpin', 'maintenance');
    await remote('disable', 'maintenance');
    await remote('enable', 'maintenance');
    await expect(remote('rollback', 'maintenance')).rejects.toThrow();
    expect(moves()).toMatchObject([
      { ...move, action: 'publish', from: null, to: first },
      { ...move, action: 'publish', from: first, to: second },
      { ...move, action: 'rollback', from: second, to: first, by: 'sam', reason: 'tickets vanish' },
      { ...move, action: 'pin', from: first, to: first },
      { ...move, action: 'publish', from: first, to: first, published: third },
      { ...move, action: 'unpin', from: first, to: first },
      { ...move, action: 'disable', from: first, to: null },
      { ...move, action: 'enable', from: null, to: first },
    ]);
    expect(JSON.parse(await remote('log', '--json'))).toEqual(moves());
    const shown = await remote('log', 'maintenance');
    expect(shown).toMatch(/^AT +BY +ACTION +NAME +FROM +TO +REASON$/m);
    expect(shown).toMatch(
      new RegExp(`Z +sam +rollback +maintenance +${second} +${first} +tickets vanish$`, 'm'),
    );
  });

  it('continues after an incomplete line', async () => {
    await publishAll('one');
    await writeFile(join(place.registry, 'log.jsonl'), '{"at":"2026-', { flag: 'a' });
    await publishAll('two');
    expect(moves().map(({ action }) => action)).toEqual(['publish', 'publish']);
  });
});

describe('the command line', () => {
  it('lists the live versions and all versions of each remote', async () => {
    const [first, second] = await publishAll('one', 'two');
    await publish('locations', await build('three'), '--commit', 'c0ffee');
    await remote('pin', 'locations');
    await remote('disable', 'maintenance');
    expect((await remote('list')).trim().split('\n')).toEqual([
      expect.stringMatching(/^NAME +VERSION +STATE +SINCE +COMMIT$/),
      expect.stringMatching(/^locations +[0-9a-f]{12} +live, pinned +\S+Z +c0ffee$/),
      expect.stringMatching(new RegExp(`^maintenance +${second} +switched off +\\S+Z +unknown$`)),
    ]);
    expect((await remote('list', 'maintenance')).trim().split('\n')).toEqual([
      expect.stringMatching(/^VERSION +PUBLISHED +COMMIT$/),
      expect.stringMatching(new RegExp(`^${second} +current +\\S+Z +unknown$`)),
      expect.stringMatching(new RegExp(`^${first} +\\S+Z +unknown$`)),
    ]);
  });

  it.each([
    [[], /^The registry of the front ends/],
    [['publish'], /^"publish" needs a name\./],
    [['remove', 'maintenance'], /^There is no command "remove"\./],
    [['list', '--other'], /^Unknown option '--other'/],
    [['rollback', 'maintenance', 'now'], /^"now" is one word too many\./],
    [['rollback', 'maintenance'], /is not a registry: nothing was published there/],
  ])('explains its usage when called with %j', async (args, words) => {
    await expect(remote(...args)).rejects.toThrow(words);
  });

  it('shows its commands with --help, and asks for the registry if none is given', async () => {
    expect(await runScript('registry.ts', ['--help'])).toMatch(/rollback <name> +go back to the version/);
    expect(await tryScript('registry.ts', ['list'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Which registry\?/),
    });
  });
});
