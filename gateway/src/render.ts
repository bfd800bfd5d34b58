import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeAllDocument } from './all-document.ts';
import { findNginx, type NginxBinary } from './nginx-binary.ts';
import { readSettings } from './settings.ts';
import { renderTemplates } from './templates.ts';
import { workerUserDirective } from './worker-user.ts';

/**
 * Writes OUT_DIR so that `NGINX_BIN -p OUT_DIR -c nginx.conf` runs the gateway in the foreground. With `--reload` the
 * running nginx loads the new configuration: new workers take new requests, and the old ones finish theirs. If nginx
 * rejects the configuration, OUT_DIR is unchanged.
 */
function render(isReload: boolean): string {
  const { outDir, servicesDir, registryDir, storageDir, variables: known } = readSettings(process.env);
  const nginx = findNginx(process.env['NGINX_BIN'] || undefined, process.env['PATH'] ?? '');
  mkdirSync(outDir, { recursive: true });
  mkdirSync(registryDir, { recursive: true });

  const served = [outDir, registryDir, import.meta.dirname, ...(existsSync(storageDir) ? [storageDir] : [])];
  const variables = {
    ...known,
    OTHER_TEMP_PATHS: nginx.otherTempPaths,
    USER_DIRECTIVE: workerUserDirective(served),
  };
  const templates = join(import.meta.dirname, '../nginx');
  const draft = `${outDir}.draft`;
  try {
    renderTemplates(templates, draft, variables);
    // nginx validates the result, also that upstream names resolve.
    runNginx(nginx, draft, ['-t', '-q'], 'nginx rejects the configuration');
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  renderTemplates(templates, outDir, variables);
  writeAllDocument(servicesDir, join(outDir, 'all.json'));
  if (isReload) runNginx(nginx, outDir, ['-s', 'reload'], 'nginx was not reloaded');
  return `gateway: ${outDir} is ${isReload ? 'live in' : 'ready for'} nginx ${nginx.version} (${nginx.path})`;
}

/** @throws Error with nginx's output when it fails */
function runNginx(nginx: NginxBinary, prefix: string, args: string[], failure: string): void {
  const command = [...args, '-e', 'stderr', '-p', prefix, '-c', 'nginx.conf'];
  const { status, stderr } = spawnSync(nginx.path, command, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${failure}:\n${stderr.trim()}`);
}

try {
  const { values } = parseArgs({ options: { reload: { type: 'boolean', default: false } } });
  console.log(render(values.reload));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  for (const line of message.split('\n')) console.error(`gateway: ${line}`);
  process.exitCode = 1;
}
