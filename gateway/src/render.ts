import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findNginx, type NginxBinary } from './nginx-binary.ts';
import { readSettings, templateVariables } from './settings.ts';
import { renderTemplates } from './templates.ts';
import { workerUserDirective } from './worker-user.ts';

/** Writes OUT_DIR so that `NGINX_BIN -p OUT_DIR -c nginx.conf` runs the gateway in the foreground. */
function render(): string {
  const settings = readSettings(process.env);
  const nginx = findNginx(settings.NGINX_BIN, process.env['PATH'] ?? '');
  mkdirSync(settings.OUT_DIR, { recursive: true });
  mkdirSync(settings.REGISTRY_DIR, { recursive: true });

  const variables = templateVariables(settings, {
    otherTempPaths: nginx.otherTempPaths,
    userDirective: workerUserDirective([
      settings.OUT_DIR,
      settings.REGISTRY_DIR,
      settings.SERVICES_DIR,
      ...(existsSync(settings.STORAGE_DIR) ? [settings.STORAGE_DIR] : []),
      import.meta.dirname,
    ]),
  });
  renderTemplates(join(import.meta.dirname, '../nginx'), settings.OUT_DIR, variables);
  check(nginx, settings.OUT_DIR);
  return `gateway: ${settings.OUT_DIR} is ready for nginx ${nginx.version} (${nginx.path})`;
}

/** nginx itself has the last word, also on upstream names that do not resolve. */
function check(nginx: NginxBinary, outDir: string): void {
  const { status, stderr } = spawnSync(
    nginx.path,
    ['-t', '-q', '-e', 'stderr', '-p', outDir, '-c', 'nginx.conf'],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`nginx refuses the configuration:\n${stderr.trim()}`);
}

try {
  console.log(render());
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  for (const line of message.split('\n')) console.error(`gateway: ${line}`);
  process.exitCode = 1;
}
