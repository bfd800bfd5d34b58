import type { Guard } from './guard.ts';

const remotes = 'shell/src/remotes';
const runtime = 'shell/src/federation';
const contract = 'packages/remote-contract/src';

/** What the shell runs, and what the browser sends. */
export const shellGuards: readonly Guard[] = [
  {
    name: 'integrity: a file that was not published',
    file: `${runtime}/integrity.ts`,
    remove: '?? UNMATCHABLE;',
    put: "?? '';",
    test: `${runtime}/integrity.spec.ts`,
  },
  {
    name: 'integrity: the hash of every file',
    file: `${runtime}/integrity.ts`,
    remove: 'element.integrity = integrityOf(address);',
    test: `${runtime}/integrity.spec.ts`,
  },
  {
    name: 'integrity: the hash of the manifest',
    file: `${runtime}/runtime-plugin.ts`,
    remove: 'integrity: integrityOf(address),',
    test: `${runtime}/runtime-plugin.spec.ts`,
  },
  {
    name: 'integrity: later parts of a remote, too',
    file: `${runtime}/integrity.ts`,
    remove: 'Object.assign(globalThis, { mainstayGuard: guard });',
    test: `${runtime}/integrity.spec.ts`,
  },
  {
    name: 'integrity: no version without hashes',
    file: `${remotes}/loader.ts`,
    remove: "if (!entry.integrity) throw new RemoteFault('unverified');",
    test: `${remotes}/remote-page.spec.tsx`,
  },
  {
    name: 'contract: before anything is fetched',
    file: `${remotes}/loader.ts`,
    remove: 'if (entry.contract !== null) checkContract(entry.contract);',
    test: `${remotes}/remote-page.spec.tsx`,
  },
  {
    name: 'contract: of what was loaded',
    file: `${remotes}/remote-module.ts`,
    remove: '  checkContract(contract);\n',
    test: `${remotes}/remote-page.spec.tsx`,
  },
  {
    name: 'screens: an address for other roles',
    file: 'shell/src/app/signed-in.tsx',
    remove: 'place.roles.includes(user.role) ?',
    put: 'place.path !== user.id ?',
    test: 'shell/src/app/signed-in.spec.tsx',
    only: 'show and load nothing at /managers',
  },
  {
    name: 'screens: an entry for other roles',
    file: 'shell/src/app/navigation.tsx',
    remove: 'roles.includes(role) && ',
    put: 'roles.length > 0 && ',
    test: 'shell/src/app/frame.spec.tsx',
    only: 'shows only the entries of the role',
  },
  {
    name: 'screens: Administration for administrators',
    file: 'shell/src/app/navigation.tsx',
    remove: " && (group !== 'administration' || role === 'admin')",
    put: ' && group !== role',
    test: 'shell/src/app/frame.spec.tsx',
    only: 'shows only the entries of the role',
  },
  {
    name: 'screens: no path of the shell itself',
    file: `${contract}/screens.ts`,
    remove: '!isPath(path) || RESERVED_PATHS.includes(path) || !isTitle(title)',
    put: '!isPath(path) || !isTitle(title)',
    test: `${contract}/screens.spec.ts`,
  },
  {
    name: 'contract: this one and the one before',
    file: `${contract}/index.ts`,
    remove: 'n === current || (n === current - 1 && n > 0)',
    put: "typeof n === 'number'",
    test: `${contract}/index.spec.ts`,
  },
  {
    name: 'registry: a remote under another name',
    file: `${remotes}/remote-module.ts`,
    remove:
      "if (remote['name'] !== name) throw new RemoteFault('otherName', { about: String(remote['name']) });",
    test: `${remotes}/remote-page.spec.tsx`,
  },
  {
    name: 'registry: only the gateway’s own files',
    file: `${contract}/registry.ts`,
    remove: 'if (manifest !== expected) throw new Error(`${where}.manifest is not ${expected}`);',
    test: `${contract}/index.spec.ts`,
  },
  {
    name: 'registry: hashes are hashes',
    file: `${contract}/registry.ts`,
    remove: "if (typeof hash !== 'string' || !HASH.test(hash)) throw",
    put: "if (typeof hash !== 'string') throw",
    test: `${contract}/index.spec.ts`,
  },
  {
    name: 'browser: nobody is sent in circles',
    file: 'shell/src/session/unauthorized.ts',
    remove: 'if ((await readCurrentUser()) === null) leave();',
    put: 'if ((await readCurrentUser()) !== undefined) leave();',
    test: 'shell/src/session/unauthorized.spec.ts',
  },
  {
    name: 'browser: nobody is sent in circles by what creates',
    file: 'shell/src/session/unauthorized.ts',
    remove: 'leaves && Date.now() - Number(sessionStorage.getItem(SENT_AT)) > CIRCLE_MS',
    put: 'leaves',
    test: 'shell/src/session/unauthorized.spec.ts',
  },
  {
    name: 'browser: a retry is the same request',
    file: 'packages/web-kit/src/dialog-form.tsx',
    remove: 'if (sent.current.body !== body) sent.current',
    put: 'sent.current',
    test: 'packages/web-kit/src/form-dialog.spec.tsx',
  },
];
