import { expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useRegistry } from './fresh-registry.ts';
import { runScript, tryScript } from './running-gateway.ts';

const { place, build, command, publishAll, moves } = useRegistry();

it('logs who moved what, when and why, and leaves out commands that changed nothing', async () => {
  const [first, second] = await publishAll('maintenance', 'one', 'two');
  await command('rollback', 'maintenance', '--reason', 'tickets vanish', '--by', 'sam');
  await command('pin', 'maintenance');
  await command('pin', 'maintenance');
  const [third] = await publishAll('maintenance', 'three');
  for (const name of ['unpin', 'disable', 'enable']) await command(name, 'maintenance');
  await expect(command('rollback', 'maintenance')).rejects.toThrow();
  const move = { by: 'kim', remote: 'maintenance', from: first, to: first };
  expect(moves()).toMatchObject([
    { ...move, action: 'publish', from: null },
    { ...move, action: 'publish', to: second },
    { ...move, action: 'rollback', from: second, by: 'sam', reason: 'tickets vanish' },
    { ...move, action: 'pin' },
    { ...move, action: 'publish', published: third },
    { ...move, action: 'unpin' },
    { ...move, action: 'disable', to: null },
    { ...move, action: 'enable', from: null },
  ]);
  expect(JSON.parse(await command('log', '--json'))).toEqual(moves());
  const shown = await command('log', 'maintenance');
  expect(shown).toMatch(/^AT +BY +ACTION +NAME +FROM +TO +REASON$/m);
  expect(shown).toMatch(
    new RegExp(`Z +sam +rollback +maintenance +${second} +${first} +tickets vanish$`, 'm'),
  );
  // An incomplete line, for example after a full disk.
  await writeFile(join(place.registry, 'log.jsonl'), '{"at":"2026-', { flag: 'a' });
  await publishAll('maintenance', 'four');
  expect(moves().slice(-2)).toMatchObject([{ action: 'enable' }, { action: 'publish' }]);
});

it('lists the live versions and all versions of each remote', async () => {
  const [first, second] = await publishAll('maintenance', 'one', 'two');
  await command('publish', 'locations', await build('locations', 'three'), '--commit', 'c0ffee');
  await publishAll('intake', 'one');
  await command('disable', 'maintenance');
  const lines = async (...args: string[]) => (await command('list', ...args)).trim().split('\n');
  expect(await lines()).toEqual([
    expect.stringMatching(/^NAME +VERSION +STATE +SINCE +COMMIT$/),
    expect.stringMatching(/^intake +[0-9a-f]{12} +live +\S+Z +unknown$/),
    expect.stringMatching(/^locations +[0-9a-f]{12} +live +\S+Z +c0ffee$/),
    expect.stringMatching(new RegExp(`^maintenance +${second} +switched off +\\S+Z +unknown$`)),
  ]);
  expect(await lines('maintenance')).toEqual([
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
  await expect(command(...args)).rejects.toThrow(words);
});

it('shows its commands with --help, and asks for the registry if none is given', async () => {
  expect(await runScript('registry.ts', ['--help'])).toMatch(/rollback <name> +go back to the version/);
  expect(await tryScript('registry.ts', ['list'])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Which registry\?/),
  });
});
