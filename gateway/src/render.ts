import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findNginx, type NginxBinary } from './nginx-binary.ts';
import { readSettings, templateVariables } from './settings.ts';
import { renderTemplates } from './templates.ts';
import { workerUserDirective } from './worker-user.ts';

/**
 * Writes OUT_DIR so that `NGINX_BIN -p OUT_DIR -c nginx.conf` runs the gateway in the foreground. With `--reload` the
 * running nginx loads the new configuration: new workers take new requests, and the old ones finish theirs. If nginx
 * rejects the configuration, OUT_DIR is unchanged.
 */
function render(isReload: boolean): string {
  const settings = readSettings(process.env);
  const nginx = findNginx(settings.NGINX_BIN, process.env['PATH'] ?? '');
  mkdirSync(settings.OUT_DIR, { recursive: true });
  mkdirSync(settings.REGISTRY_DIR, { recursive: true });

  const variables = templateVariables(settings, {
    otherTempPaths: nginx.otherTempPaths,
    userDirective: workerUserDirective([
      settings.OUT_DIR,
      settings.REGISTRY_DIR,
      ...(existsSync(settings.STORAGE_DIR) ? [settings.STORAGE_DIR] : []),
      import.meta.dirname,
    ]),
  });
  const templates = join(import.meta.dirname, '../nginx');
  const draft = `${settings.OUT_DIR}.draft`;
  try {
    renderTemplates(templates, draft, variables);
    // nginx validates the result, also that upstream names resolve.
    runNginx(nginx, draft, ['-t', '-q'], 'nginx rejects the configuration');
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  renderTemplates(templates, settings.OUT_DIR, variables);
  if (isReload) runNginx(nginx, settings.OUT_DIR, ['-s', 'reload'], 'nginx was not reloaded');
  return `gateway: ${settings.OUT_DIR} is ${isReload ? 'live in' : 'ready for'} nginx ${nginx.version} (${nginx.path})`;
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
