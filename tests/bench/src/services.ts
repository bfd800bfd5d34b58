import { serviceNames } from '@mainstay/test-kit';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** The settings with which the gateway finds services; those without an address are nowhere. */
export const upstreamSettings = (addresses: Record<string, string>): NodeJS.ProcessEnv =>
  Object.fromEntries(
    serviceNames.map((name) => [
      `UPSTREAM_${name.toUpperCase().replaceAll('-', '_')}`,
      addresses[name] ?? '127.0.0.1:9',
    ]),
  );

/** Folders that match a pattern, for example `mf-*`. */
export const foldersLike = (pattern: string): string[] => globSync(pattern, { cwd: root }).sort();

/** Paths of the shell and of all remotes. */
export const frontEnds = ['shell', ...foldersLike('mf-*')];
