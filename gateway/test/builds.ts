import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { publish } from '../src/publish.ts';
import { isSite, type SiteName, sites } from '../src/served-sites.ts';

/** Writes files below a folder; keys are paths. */
export async function writeFiles(folder: string, files: Record<string, string | Buffer>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

/** The hashed files of a site: one that all of its builds have, and one of this build alone. */
export const shared = 'parts/shared.0a1b2c3d4e.js';
export const own = (text: string): string =>
  `main.${createHash('sha256').update(text).digest('hex').slice(0, 10)}.js`;

/**
 * A build of a remote or a site as webpack leaves it; `text` makes its content its own.
 * @param more files to add or to replace
 */
export async function build(folder: string, name: string, text: string, more = {}): Promise<string> {
  const dist = join(folder, `${name}-${text}`);
  await writeFiles(dist, { ...(isSite(name) ? filesOfSite(name, text) : filesOfRemote(text)), ...more });
  return dist;
}

/**
 * Publishes such a build into the registry in the folder.
 * @returns its version
 */
export async function publishBuild(folder: string, name: string, text: string, more = {}): Promise<string> {
  const dist = await build(folder, name, text, more);
  const options = { by: 'kim', commit: null, whenKnown: 'refuse' } as const;
  return (await publish(name, dist, join(folder, 'registry'), options)).version;
}

/** The mf-manifest.json of a built remote. */
export const manifest = (id: string) => ({
  id,
  metaData: { remoteEntry: { name: 'remoteEntry.0a1b2c3d4e.js' } },
  exposes: [{ assets: { js: { sync: ['static/page.5e6f7a8b9c.js'] }, css: { sync: [] } } }],
  shared: [{ name: 'react' }],
});

const filesOfRemote = (text: string) => ({
  'mf-manifest.json': JSON.stringify(manifest(text)),
  'remoteEntry.0a1b2c3d4e.js': `export const text = "${text}";\n`.repeat(50),
  'static/page.5e6f7a8b9c.js': 'export {};\n'.repeat(50),
});

function filesOfSite(name: SiteName, text: string): Record<string, string> {
  const { pages, assetsAt } = sites[name];
  const page = (file: string) =>
    `<!doctype html><title>${file.replace('.html', '')} ${text}</title><script src="${assetsAt}${own(text)}"></script>` +
    `<link rel="preload" href="${assetsAt}${shared}"/><link href="/api/user"/>${'<p>Mainstay</p>'.repeat(50)}`;
  return {
    ...Object.fromEntries(pages.map((file) => [file, page(file)])),
    'settings.json': JSON.stringify({ text }),
    [`assets/${own(text)}`]: `export const text = "${text}";\n`.repeat(50),
    [`assets/${shared}`]: 'export {};\n'.repeat(50),
    'assets/unhashed.js': `export const text = "${text}";\n`.repeat(50),
  };
}
