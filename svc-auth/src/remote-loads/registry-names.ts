import { BackgroundWork, CONFIG } from '@mainstay/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { AuthConfig } from '../config.ts';

const EVERY_MS = 5000;

const remotes = z.array(z.object({ name: z.string() }));
const registryFile = z.object({ remotes, disabled: remotes.default([]) });

/** Before the first remote is published. */
const NOTHING_YET = '{"remotes":[]}';

/** The names of the remotes in the registry, which is written by publishers while this runs. */
@Injectable()
export class RegistryNames extends BackgroundWork implements OnApplicationBootstrap {
  private names: ReadonlySet<string> = new Set();

  constructor(@Inject(CONFIG) private readonly config: AuthConfig) {
    super();
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  onApplicationBootstrap(): void {
    this.run();
  }

  @Interval('read the registry', EVERY_MS)
  run(): void {
    const { REGISTRY_DIR: folder } = this.config;
    if (folder === undefined) return;
    this.start(
      () => this.read(folder),
      'The registry cannot be read: remotes published since count as other',
    );
  }

  private async read(folder: string): Promise<void> {
    const text = await readFile(join(folder, 'registry.json'), 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return NOTHING_YET;
      throw error;
    });
    const registry = registryFile.parse(JSON.parse(text));
    this.names = new Set([...registry.remotes, ...registry.disabled].map(({ name }) => name));
  }
}
