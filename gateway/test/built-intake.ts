import { join } from 'node:path';
import { publish } from '../src/publish.ts';
import { writeFiles } from './running-gateway.ts';

export const script = '/r/assets/main.0a1b2c3d4e.js';

/** A build of the public pages as webpack leaves it; `text` stands in each page. */
export async function buildIntake(folder: string, text: string): Promise<string> {
  const dist = join(folder, `intake-${text}`);
  const page = (name: string) =>
    `<!doctype html><title>${name} ${text}</title><script src="${script}"></script>${'<p>Mainstay</p>'.repeat(50)}`;
  const names = ['report.en', 'report.es', 'track.en', 'track.es'];
  await writeFiles(dist, {
    ...Object.fromEntries(names.map((name) => [`${name}.html`, page(name)])),
    'assets/main.0a1b2c3d4e.js': 'export {};\n'.repeat(50),
  });
  return dist;
}

/** Publishes such a build. @returns its version */
export async function publishIntake(folder: string, text: string): Promise<string> {
  const options = { by: 'kim', commit: null, whenKnown: 'refuse' as const };
  const { version } = await publish(
    'intake',
    await buildIntake(folder, text),
    join(folder, 'registry'),
    options,
  );
  return version;
}
