import { isRecord } from './is-record.ts';

const ROLES = ['admin', 'district_manager'] as const;
export type Role = (typeof ROLES)[number];

/** The groups of the sidebar, top to bottom. `administration` is visible to administrators only. */
export const SCREEN_GROUPS = ['main', 'insights', 'administration'] as const;
export type ScreenGroup = (typeof SCREEN_GROUPS)[number];

/** The icons a screen can have, drawn in packages/ui. A shell shows `screen` for an unknown name. */
const SCREEN_ICONS = [
  'screen',
  'bell',
  'calendar',
  'chart',
  'clock',
  'document',
  'equipment',
  'inbox',
  'message',
  'qr-code',
  'safety',
  'setting',
  'shop',
  'team',
  'tool',
  'truck',
] as const;
export type ScreenIconName = (typeof SCREEN_ICONS)[number];

/** Paths of the shell, the gateway and the public pages, which remotes cannot use. */
export const RESERVED_PATHS: readonly string[] = [
  '/',
  '/admin',
  '/api',
  '/assets',
  '/auth',
  '/gateway',
  '/health',
  '/metrics',
  '/r',
  '/remotes',
  '/t',
  '/v',
];

const MAX_SCREENS = 5;

/** One screen of a remote: its address, sidebar entry and roles. */
export interface ScreenDeclaration {
  /** One segment: a slash and 2 to 31 lowercase letters or hyphens. Addresses below it belong to the screen too. */
  path: `/${string}`;
  /** Shown in the sidebar and the page title: 1 to 40 characters. */
  title: string;
  icon: ScreenIconName;
  /** Other roles see nothing at the address. */
  roles: readonly Role[];
  group: ScreenGroup;
  /** 0 to 999: the lowest comes first in its group, after the specified entries. */
  order: number;
  /**
   * The screen's first requests, up to 8 addresses exactly as it sends them: `/api/tickets?status=incoming&limit=50`. A
   * page that opens at the screen preloads them in parallel with its scripts.
   */
  data?: readonly string[];
}

/** What a remote declares. Its build writes the declaration to remote.json, for the publisher and the shell. */
export interface RemoteDeclaration {
  name: string;
  screens: readonly ScreenDeclaration[];
  /** The remote has a component for the shell's header. */
  headerItem?: boolean;
  /**
   * API paths that show an entity beside its plural, which is refreshed anyway: `attachment: ['/api/tickets']`. When
   * one changes, the shell refreshes the queries at these paths and below that a screen shows; at /api/tickets and at
   * the plural, of single entities only the one that changed. Query keys begin with the path.
   */
  live?: Readonly<Record<string, readonly string[]>>;
}

/** Types a declaration exactly, so that `defineRemote` requires a component for each path. */
export function declareRemote<const Declaration extends RemoteDeclaration>(
  declaration: Declaration,
): Declaration {
  return declaration;
}

const PATH = /^\/[a-z][a-z-]{1,30}$/;
const ENTITY = /^[a-z][a-z_]{0,49}$/;
const API_PATH = /^\/api\/[a-z][a-z/-]*$/;
const DATA_ADDRESS = /^\/api\/[a-z][a-z/-]*(\?[A-Za-z0-9_=&.-]+)?$/;
const MAX_DATA = 8;
const MAX_TITLE = 40;
const MAX_ORDER = 999;

const isOneOf = <Name extends string>(names: readonly Name[], value: unknown): value is Name =>
  names.some((name) => name === value);

const isTitle = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_TITLE;

const isOrder = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_ORDER;

const isPath = (value: unknown): value is `/${string}` => typeof value === 'string' && PATH.test(value);

const isDataAddress = (value: unknown): value is string =>
  typeof value === 'string' && DATA_ADDRESS.test(value);

const isApiPath = (value: unknown): value is string => typeof value === 'string' && API_PATH.test(value);

function faultOfScreen({
  path,
  title,
  icon,
  roles,
  group,
  order,
  data = [],
}: ScreenDeclaration): string | undefined {
  // Check reserved paths first: some are also too short to be valid.
  if (RESERVED_PATHS.includes(path)) return 'has a path that is reserved';
  if (!isPath(path)) return `needs a path like /tickets, matching ${PATH.source}`;
  if (!isTitle(title)) return `needs a title of 1 to ${MAX_TITLE} characters`;
  if (!isOneOf(SCREEN_ICONS, icon)) return `needs an icon out of ${SCREEN_ICONS.join(', ')}`;
  if (roles.length === 0 || !roles.every((role) => isOneOf(ROLES, role))) {
    return `needs roles out of ${ROLES.join(', ')}`;
  }
  if (!isOneOf(SCREEN_GROUPS, group)) return `needs a group out of ${SCREEN_GROUPS.join(', ')}`;
  if (!isOrder(order)) return `needs an order from 0 to ${MAX_ORDER}`;
  if (data.length > MAX_DATA || !data.every(isDataAddress)) {
    return `needs data of at most ${MAX_DATA} addresses like /api/tickets?limit=50`;
  }
  return undefined;
}

/**
 * Validates a declaration before the build.
 * @throws Error naming the remote, the screen and the violated rule
 */
export function checkDeclaration({ name, screens, live = {} }: RemoteDeclaration): void {
  const fail = (what: string) => {
    throw new Error(`The remote ${name} ${what}`);
  };
  if (screens.length > MAX_SCREENS) fail(`declares ${screens.length} screens; ${MAX_SCREENS} are allowed`);
  for (const screen of screens) {
    const fault = faultOfScreen(screen);
    if (fault !== undefined) fail(`declares a screen ${screen.path} that ${fault}`);
  }
  if (new Set(screens.map(({ path }) => path)).size !== screens.length) fail('declares one path twice');
  for (const [entity, paths] of Object.entries(live)) {
    if (!ENTITY.test(entity)) fail(`declares the live entity "${entity}"; it must match ${ENTITY.source}`);
    if (paths.length === 0 || !paths.every(isApiPath)) {
      fail(`declares live paths of ${entity} that are not API paths like /api/tickets`);
    }
  }
}

/**
 * Parses the screens of a registry entry. Invalid screens and screens without a known role are ignored; an unknown icon
 * becomes `screen`, an unknown group `main`. The registry may be newer than the page, and one bad screen must not
 * affect the others.
 */
export function parseScreens(value: unknown): ScreenDeclaration[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((screen: unknown) => parseScreen(screen) ?? []).slice(0, MAX_SCREENS);
}

function parseScreen(value: unknown): ScreenDeclaration | undefined {
  if (!isRecord(value)) return undefined;
  const { path, title, icon, roles, group, order, data } = value;
  if (!isPath(path) || RESERVED_PATHS.includes(path) || !isTitle(title)) return undefined;
  const known = Array.isArray(roles) ? ROLES.filter((role) => roles.includes(role)) : [];
  if (known.length === 0) return undefined;
  return {
    path,
    title,
    icon: isOneOf(SCREEN_ICONS, icon) ? icon : 'screen',
    roles: known,
    group: isOneOf(SCREEN_GROUPS, group) ? group : 'main',
    order: isOrder(order) ? order : MAX_ORDER,
    ...(Array.isArray(data) && { data: data.filter(isDataAddress).slice(0, MAX_DATA) }),
  };
}

/** Parses the `live` member of a registry entry; ignores values that are not API paths. */
export function parseLive(value: unknown): Record<string, string[]> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([entity, paths]) =>
      ENTITY.test(entity) && Array.isArray(paths) ? [[entity, paths.filter(isApiPath)]] : [],
    ),
  );
}
