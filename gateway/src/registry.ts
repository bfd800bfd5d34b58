import { registryCommand } from './registry-command.ts';

// The gateway's workers must be able to read what is published.
process.umask(0o022);
try {
  console.log(await registryCommand(process.argv.slice(2), process.env));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
