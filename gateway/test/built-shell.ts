import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { writeFiles } from './running-gateway.ts';

/** A file that all of these shells have, and one that is this shell's alone. */
export const shared = '/assets/parts/shared.0a1b2c3d4e.js';
export const own = (text: string): string =>
  `/assets/main.${createHash('sha256').update(text).digest('hex').slice(0, 10)}.js`;

/** A build as webpack leaves it; `text` stands in both pages and makes the content its own. */
export async function buildShell(folder: string, text: string): Promise<string> {
  const dist = join(folder, `shell-${text}`);
  const page = (name: string) =>
    `<!doctype html><title>${name} ${text}</title><script src="${own(text)}"></script>` +
    `<link rel="preload" href="${shared}"/><link rel="preload" href="/api/user"/>${'<p>Mainstay</p>'.repeat(50)}`;
  await writeFiles(dist, {
    'index.html': page('index'),
    'signed-out.html': page('signed-out'),
    'settings.json': JSON.stringify({ text }),
    [own(text)]: `export const text = "${text}";\n`.repeat(50),
    [shared]: 'export {};\n'.repeat(50),
    'assets/unhashed.js': `export const text = "${text}";\n`.repeat(50),
  });
  return dist;
}
