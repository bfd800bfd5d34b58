import { parseArgs } from 'node:util';
import { publish } from './publish.ts';
import { readRegistry } from './registry-file.ts';

const usage = `Usage:
  node gateway/src/registry.ts publish <name> <distDir> --registry <dir>
  node gateway/src/registry.ts list --registry <dir>`;

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { registry: { type: 'string' } },
  });
  const [command, name, dist, ...rest] = positionals;
  const folder = values.registry;
  if (folder === undefined || rest.length > 0) throw new Error(usage);

  if (command === 'publish' && name !== undefined && dist !== undefined) {
    const { version, isNew } = await publish(name, dist, folder);
    console.log(
      isNew ? `${name} ${version} is now current` : `${name} ${version} is current already: nothing to do`,
    );
  } else if (command === 'list' && name === undefined) {
    for (const remote of readRegistry(folder).remotes) {
      for (const { version, publishedAt } of remote.versions) {
        console.log(
          `${remote.name} ${version} ${publishedAt}${version === remote.version ? ' current' : ''}`,
        );
      }
    }
  } else {
    throw new Error(usage);
  }
}

process.umask(0o022);
try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
