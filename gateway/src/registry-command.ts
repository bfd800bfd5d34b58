import { parseArgs } from 'node:util';
import { commitOf, currentUser } from './author.ts';
import { entryOf, isDisabled, pin, rollBack, setCurrent, switching, unpin } from './pointer.ts';
import { publish, type PublishOptions } from './publish.ts';
import { type Move, readLog, readRegistry, type Registry, type RemoteEntry } from './registry-file.ts';
import { isSite, servedVersion, siteNames } from './served-sites.ts';

const usage = `The registry of the front ends: what is published, and which version new page loads get.

Usage: npm run remote -- <command> [options]

A name is that of a remote, or "shell" or "intake".

  publish <name> [dist]     publish the build in dist (mf-<name>/dist, shell/dist or intake/dist) and make it current, unless pinned
  list [name]               what is live, since when, from which commit; with a name, its versions
  log [name]                who moved what, and when
  current <name> [version]  show the current version, or move to another; its first digits are enough
  rollback <name>           go back to the version that was current before
  pin <name> [version]      stay at the current (or the given) version, whatever is published
  unpin <name>              let publishing move it again
  disable <name>            switch a remote off: its screen says so, its versions stay
  enable <name>             switch it on again

Options:
  --registry <folder>       the registry; else REGISTRY_DIR, else that of "npm start"
  --by <who>                for the log; else PUBLISHED_BY, else the user of this machine
  --reason <text>           for the log
  --commit <id>             publish: the commit of the build; else COMMIT, else what git says of dist
  --ensure                  publish: make the version current even if it is published already
  --if-new                  publish: do nothing if it is published already, so that a rollback from it remains
  --json                    list and log: as JSON
  --help                    this text

A page reads the registry when it loads: a move needs no build and no restart.`;

const options = {
  registry: { type: 'string' },
  by: { type: 'string' },
  reason: { type: 'string' },
  commit: { type: 'string' },
  ensure: { type: 'boolean', default: false },
  'if-new': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** A command line with parsed options. */
interface Call {
  folder: string;
  by: string;
  reason: string | undefined;
  commit: string | undefined;
  whenKnown: PublishOptions['whenKnown'];
  json: boolean;
}

interface Command {
  /** How many words may follow the command. */
  words: [least: number, most: number];
  run: (words: string[], call: Call) => string | Promise<string>;
}

/** A command that changes the version of a remote or a site; `tell` prints the result. */
const moving = (
  words: Command['words'],
  move: (folder: string, name: string, call: Call, version?: string) => string,
  tell: (name: string, version: string) => string,
): Command => ({
  words,
  run: ([name = '', version], call) => tell(name, move(call.folder, name, call, version)),
});

const commands = new Map<string | undefined, Command>([
  ['publish', { words: [1, 2], run: publishCommand }],
  ['list', { words: [0, 1], run: list }],
  ['log', { words: [0, 1], run: log }],
  ['current', moving([1, 2], currentVersion, (name, version) => `${name} ${version} is current`)],
  ['rollback', moving([1, 1], rollBack, (name, version) => `${name} is back at ${version}`)],
  ['pin', moving([1, 2], pin, (name, version) => `${name} stays at ${version} until it is unpinned`)],
  [
    'unpin',
    moving(
      [1, 1],
      unpin,
      (name, version) => `${name} is at ${version} until something is published or moved`,
    ),
  ],
  ['disable', moving([1, 1], switching('disable'), (name) => `${name} is switched off`)],
  ['enable', moving([1, 1], switching('enable'), (name, version) => `${name} ${version} is live`)],
]);

/**
 * Runs a command.
 * @returns what it prints
 * @throws Error for a wrong command line, and when the command fails
 */
export async function registryCommand(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  /** An environment variable; an empty one counts as unset. */
  const setting = (variable: string) => env[variable] || undefined;
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
  const [name, ...words] = positionals;
  if (values.help || name === 'help') return usage;
  const command = commands.get(name);
  if (command === undefined) {
    throw new Error(`${name === undefined ? '' : `There is no command "${name}".\n\n`}${usage}`);
  }
  const [least, most] = command.words;
  if (words.length < least) throw new Error(`"${name}" needs a name.\n\n${usage}`);
  if (words.length > most) throw new Error(`"${words[most]}" is one word too many.\n\n${usage}`);
  if (values.ensure && values['if-new']) throw new Error('Either --ensure or --if-new.');
  const folder = values.registry ?? setting('REGISTRY_DIR');
  if (folder === undefined)
    throw new Error(`Which registry? Give --registry or set REGISTRY_DIR.\n\n${usage}`);
  return command.run(words, {
    folder,
    by: values.by ?? setting('PUBLISHED_BY') ?? currentUser(),
    reason: values.reason,
    commit: values.commit ?? setting('COMMIT'),
    whenKnown: values['if-new'] ? 'leave' : values.ensure ? 'move' : 'refuse',
    json: values.json,
  });
}

function currentVersion(folder: string, name: string, call: Call, version?: string): string {
  if (version !== undefined) return setCurrent(folder, name, call, version);
  return entryOf(readRegistry(folder), name, folder).version;
}

async function publishCommand([name = '', given]: string[], call: Call): Promise<string> {
  const dist = given ?? `${isSite(name) ? name : `mf-${name}`}/dist`;
  const { version, current, isPinned, isDisabled, isNew } = await publish(name, dist, call.folder, {
    ...call,
    commit: call.commit ?? commitOf(dist),
  });
  if (current !== version) {
    return isPinned
      ? `${name} ${version} is published; ${name} stays pinned at ${current}`
      : `${name} ${version} was published before; ${name} stays at ${current}: "current" moves to it`;
  }
  if (!isNew) return `${name} ${version} is current already: nothing to do`;
  return `${name} ${version} is now current${isDisabled ? ', and still switched off' : ''}`;
}

function list([name]: string[], { folder, json }: Call): string {
  const registry = readRegistry(folder);
  if (name !== undefined) {
    const { versions, version: current } = entryOf(registry, name, folder);
    if (json) return JSON.stringify(versions, null, 2);
    const rows = versions.map(({ version, publishedAt, commit }) => [
      version,
      version === current ? 'current' : '',
      publishedAt,
      commit ?? 'unknown',
    ]);
    return table([['VERSION', '', 'PUBLISHED', 'COMMIT'], ...rows]);
  }
  if (json) return JSON.stringify(registry, null, 2);
  const { remotes, disabled = [] } = registry;
  const ofSites = siteNames.flatMap((site) => registry[site] ?? []);
  const entries = [...ofSites, ...remotes, ...disabled];
  if (entries.length === 0) return `Nothing is published in ${folder}.`;
  return table([
    ['NAME', 'VERSION', 'STATE', 'SINCE', 'COMMIT'],
    ...entries.map((entry) => [
      entry.name,
      entry.version,
      stateOf(registry, entry, folder),
      entry.since ?? 'unknown',
      entry.commit ?? 'unknown',
    ]),
  ]);
}

function stateOf(registry: Registry, { name, version, pinned }: RemoteEntry, folder: string): string {
  // Killed between the two; the next change serves it.
  const isServed = !isSite(name) || servedVersion(folder, name) === version;
  const state = isDisabled(registry, name) ? 'switched off' : isServed ? 'live' : 'not served yet';
  return `${state}${pinned ? ', pinned' : ''}`;
}

function log([name]: string[], { folder, json }: Call): string {
  const moves = readLog(folder).filter(({ remote }) => name === undefined || remote === name);
  if (json) return JSON.stringify(moves, null, 2);
  if (moves.length === 0) return 'Nothing was moved yet.';
  return table([
    ['AT', 'BY', 'ACTION', 'NAME', 'FROM', 'TO', 'REASON'],
    ...moves.map((move) => [move.at, move.by, move.action, move.remote, ...way(move), move.reason ?? '']),
  ]);
}

const way = ({ from, to, published }: Move): [string, string] => [
  from ?? 'nothing',
  `${to ?? 'nothing'}${published === undefined ? '' : ` (published ${published})`}`,
];

/** Formats rows as aligned columns. */
function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((word, column) => word.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
