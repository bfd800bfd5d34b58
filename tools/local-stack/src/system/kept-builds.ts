import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { buildOf } from '../build/build.ts';
import { Failure } from '../failure.ts';
import { root } from '../machine/folders.ts';

/** What a service needs to run. */
const FILES = ['dist', 'package.json', 'service.json', 'openapi.json'];
const KEPT = 5;

/** The builds of one service that were deployed into a system, for rollbacks. */
export class KeptBuilds {
  private readonly service: string;
  private readonly folder: string;
  private readonly log: string;

  /** @param service its folder, for example `svc-core` */
  constructor(stateDir: string, service: string) {
    this.service = service;
    this.folder = join(stateDir, 'services', service);
    this.log = join(this.folder, 'versions.json');
  }

  /** Copies the present build. @returns its version; the same for the same sources */
  keep(): string {
    const version = buildOf(this.service).slice(0, 12);
    if (existsSync(this.folderOf(version))) return version;
    mkdirSync(this.folder, { recursive: true });
    const draft = mkdtempSync(join(this.folder, 'draft-'));
    const source = join(root, this.service);
    for (const name of FILES) cpSync(join(source, name), join(draft, name), { recursive: true });
    // Node looks for packages in these folders, from the build's own upwards.
    link(join(source, 'node_modules'), join(draft, 'node_modules'));
    link(join(root, 'node_modules'), join(this.folder, 'node_modules'));
    renameSync(draft, this.folderOf(version));
    return version;
  }

  /** Where a version can be run. */
  folderOf(version: string): string {
    return join(this.folder, version);
  }

  /** Records which version runs now; keeps the last five. */
  setCurrent(version: string): void {
    const versions = [...this.versions().filter((known) => known !== version), version];
    for (const old of versions.slice(0, -KEPT)) rmSync(this.folderOf(old), { recursive: true, force: true });
    this.write(versions.slice(-KEPT));
  }

  /** The previous version. @throws Failure if there is none */
  previous(): string {
    const version = this.versions().at(-2);
    if (version === undefined) throw new Failure('There is no previous build to roll back to.');
    return version;
  }

  /** Removes the current version: the previous one is current again. */
  dropCurrent(): void {
    this.write(this.versions().slice(0, -1));
  }

  /** Oldest first; the last one is the current one. */
  versions(): string[] {
    const versions: unknown = existsSync(this.log) ? JSON.parse(readFileSync(this.log, 'utf8')) : [];
    return Array.isArray(versions) ? versions.map(String) : [];
  }

  private write(versions: string[]): void {
    writeFileSync(`${this.log}.new`, JSON.stringify(versions));
    renameSync(`${this.log}.new`, this.log);
  }
}

function link(target: string, path: string): void {
  if (existsSync(target) && !existsSync(path)) symlinkSync(target, path, 'dir');
}
