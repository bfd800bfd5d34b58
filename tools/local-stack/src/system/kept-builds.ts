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
import { fingerprintOfSources } from '../build/fingerprint.ts';
import { Failure } from '../failure.ts';
import { root } from '../machine/folders.ts';

/** The files that a service needs besides its build. */
const FILES = ['package.json', 'service.json', 'openapi.json'];
const KEPT = 5;

/** The builds of one service that were deployed into a system, with the files they need to run, for rollbacks. */
export class KeptBuilds {
  private readonly folder: string;
  private readonly log: string;
  private readonly source: string;

  /** @param folder for example `svc-core`, in the checkout of the system */
  constructor(stateDir: string, folder: string) {
    this.folder = join(stateDir, 'services', folder);
    this.log = join(this.folder, 'versions.json');
    this.source = join(root, folder);
  }

  /** Copies the present build. @returns its version; the same for the same content */
  keep(): string {
    const version = fingerprintOfSources(this.source, ['dist', ...FILES]).slice(0, 12);
    if (existsSync(this.folderOf(version))) return version;
    mkdirSync(this.folder, { recursive: true });
    const draft = mkdtempSync(join(this.folder, 'draft-'));
    for (const name of ['dist', ...FILES])
      cpSync(join(this.source, name), join(draft, name), { recursive: true });
    // Node looks for packages in these folders, from the build's own upwards.
    link(join(this.source, 'node_modules'), join(draft, 'node_modules'));
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
    if (!existsSync(this.log)) return [];
    const versions: unknown = JSON.parse(readFileSync(this.log, 'utf8'));
    return Array.isArray(versions) ? versions.filter((version) => typeof version === 'string') : [];
  }

  private write(versions: string[]): void {
    writeFileSync(`${this.log}.new`, JSON.stringify(versions));
    renameSync(`${this.log}.new`, this.log);
  }
}

function link(target: string, path: string): void {
  if (existsSync(target) && !existsSync(path)) symlinkSync(target, path, 'dir');
}
