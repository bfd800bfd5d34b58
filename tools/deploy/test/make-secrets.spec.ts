import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeFiles, mergedCompose, paths, root } from './files.ts';

describe('make-secrets.sh', () => {
  let checkout: string;
  let folder: string;
  const make = () => execFileSync('sh', ['make-secrets.sh'], { cwd: join(folder, '..') });
  const of = (name: string) => readFileSync(join(folder, name), 'utf8').trim();
  beforeAll(() => {
    checkout = mkdtempSync(join(tmpdir(), 'secrets-'));
    folder = join(checkout, 'tools/deploy/compose/secrets');
    const files = [
      'tools/deploy/compose/{make-secrets,name-files}.sh',
      'svc-*/service.json',
      '*/compose.yml',
    ];
    for (const file of files.flatMap(paths)) cpSync(join(root, file), join(checkout, file));
    make();
  });
  afterAll(() => rmSync(checkout, { recursive: true }));

  it('creates every secret that docker-compose.yml names, and no other', () => {
    const files = Object.values(mergedCompose().secrets).map(({ file }) => join(checkout, file));
    expect(readdirSync(folder).sort()).toEqual(files.map((file) => file.slice(folder.length + 1)).sort());
  });

  it('creates different ones, keeps them, and restricts access to their folder', () => {
    const passwords = readdirSync(folder).filter((name) => name.endsWith('_password'));
    expect(new Set(passwords.map(of)).size).toBe(passwords.length);
    expect(of('svc_core_url')).toBe(`postgres://svc_core:${of('svc_core_password')}@postgres:5432/mainstay`);
    const before = of('session_secret');
    expect(before).toMatch(/^[0-9a-f]{64}$/);
    // No mail is sent until somebody names a mail server.
    expect(of('smtp_url')).toBe('');
    rmSync(join(folder, 'smtp_url'));
    writeFileSync(join(folder, 'smtp_url'), 'smtp://mail.example.com');
    make();
    expect([of('session_secret'), of('smtp_url')]).toEqual([before, 'smtp://mail.example.com']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('names the files of all domains for Compose, and adds only what a new domain lacks', () => {
    const env = join(checkout, '.env');
    const named = () => /^COMPOSE_FILE=(.*)$/m.exec(readFileSync(env, 'utf8'))?.[1]?.split(':');
    expect(named()?.sort()).toEqual(composeFiles);
    writeFileSync(env, 'PUBLIC_URL=https://stores.example.com\nCOMPOSE_FILE=docker-compose.yml\n');
    const before = new Map(readdirSync(folder).map((name) => [name, of(name)]));
    mkdirSync(join(checkout, 'svc-spare-parts'));
    writeFileSync(join(checkout, 'svc-spare-parts/service.json'), '{\n  "schema": "spare_parts"\n}\n');
    writeFileSync(join(checkout, 'svc-spare-parts/compose.yml'), '');
    make();
    expect(named()).toContain('svc-spare-parts/compose.yml');
    expect(readFileSync(env, 'utf8')).toMatch(/^PUBLIC_URL=https:\/\/stores.example.com\nCOMPOSE_FILE=/);
    const roles = ['spare_parts_owner', 'svc_spare_parts'];
    const added = readdirSync(folder).filter((name) => !before.has(name));
    expect(added).toEqual(roles.flatMap((role) => [`${role}_password`, `${role}_url`]));
    for (const [name, content] of before) expect(of(name)).toBe(content);
  });
});
