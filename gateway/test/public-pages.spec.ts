import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rollBack } from '../src/pointer.ts';
import { readRegistry } from '../src/registry-file.ts';
import { buildIntake, publishIntake, script } from './built-intake.ts';
import { prepareFolder, type RunningGateway, startGateway, tryScript } from './running-gateway.ts';

const code = 'abcdefghijklmnopqrstuvwxyz';
const spanish = { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' };

let folder: string;
let gateway: RunningGateway;
beforeAll(async () => {
  folder = await prepareFolder();
  gateway = await startGateway(folder, {}, { STORAGE_ORIGIN: 'https://files.example.com' });
});
afterAll(() => gateway.stop());

const titleOf = async (path: string, headers: Record<string, string> = {}) => {
  const { body } = await gateway.ask(path, { headers });
  return /<title>(.*)<\/title>/.exec(body.toString())?.[1];
};

describe('the public pages', () => {
  it('are unavailable in words until they are published', async () => {
    const response = await gateway.ask(`/r/${code}`);
    expect(response.status).toBe(503);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  describe('once published', () => {
    beforeAll(async () => {
      await publishIntake(folder, 'one');
    });

    it.each([
      [`/r/${code}`, {}, 'report.en'],
      [`/R/${code.toUpperCase()}`, {}, 'report.en'],
      ['/r/', {}, 'report.en'],
      ['/r', spanish, 'report.es'],
      [`/r/${code}`, spanish, 'report.es'],
      [`/t/${code}`, spanish, 'track.es'],
      [`/t/${code}`, {}, 'track.en'],
      [`/r/${code}?lang=en`, spanish, 'report.en'],
      [`/t/${code}?lang=es`, {}, 'track.es'],
      [`/r/${code}?lang=fr`, spanish, 'report.es'],
    ])('%s with %j is %s', async (path, headers, page) => {
      expect(await titleOf(path, headers)).toBe(`${page} one`);
    });

    it.each([
      ['es', 'es'],
      ['en-US,en;q=0.9,es;q=0.8', 'en'],
      ['fr-CA, es;q=0.5', 'es'],
      ['fr, en, es', 'en'],
      ['est, eng', 'en'],
      ['de', 'en'],
      ['*', 'en'],
      ['ES-419', 'es'],
    ])('a browser that prefers "%s" gets the page in %s', async (accepted, language) => {
      expect(await titleOf(`/r/${code}`, { 'accept-language': accepted })).toBe(`report.${language} one`);
    });

    it('say nothing of their address to others, are in no search engine, and load only their own files', async () => {
      for (const path of [`/r/${code}`, `/t/${code}`, script]) {
        const { headers } = await gateway.ask(path);
        expect(headers).toMatchObject({
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex, nofollow',
          'content-security-policy':
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
            "connect-src 'self' https://files.example.com; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        });
      }
    });

    it('are revalidated, for each language and encoding, and their files are kept for a year', async () => {
      const page = await gateway.ask(`/r/${code}`, { headers: { 'accept-encoding': 'br' } });
      expect(page.headers).toMatchObject({
        'cache-control': 'no-cache',
        'content-encoding': 'br',
        vary: 'Accept-Encoding, Accept-Language',
      });
      const file = await gateway.ask(script, { headers: { 'accept-encoding': 'br' } });
      expect(file.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'text/javascript; charset=utf-8',
        'content-encoding': 'br',
      });
    });

    it.each([
      '/r/assets/missing.js',
      '/r/assets/main.0a1b2c3d4e.js.br',
      '/r/.env',
      '/remotes/intake/current/report.en.html',
    ])('%s is a 404', async (path) => {
      expect((await gateway.ask(path)).status).toBe(404);
    });

    it('are listed beside the shell, move and roll back, and nothing of the shell does', async () => {
      const registry = join(folder, 'registry');
      const { shell, remotes } = readRegistry(registry);
      await publishIntake(folder, 'two');
      expect(await titleOf(`/r/${code}`)).toBe('report.en two');
      rollBack(registry, 'intake', { by: 'kim' });
      expect(await titleOf(`/t/${code}`)).toBe('track.en one');
      expect(readRegistry(registry)).toMatchObject({ shell, remotes });
      const { stdout } = await tryScript('registry.ts', ['list', '--registry', registry]);
      expect(stdout).toMatch(/^shell .*\n?intake .* live /m);
    });
  });

  it('need all their pages', async () => {
    const dist = await buildIntake(folder, 'three');
    await rm(join(dist, 'track.es.html'));
    const args = ['publish', 'intake', dist, '--registry', join(folder, 'registry')];
    const { stderr } = await tryScript('registry.ts', args);
    expect(stderr).toContain('has no track.es.html: build the intake first');
  });
});
