import { type ComponentType } from 'react';
import { type RemoteDeclaration, type Role } from './screens.ts';

export { links, type Link } from './links.ts';
export { parseRegistry, type RegistryEntry, type RemotesRegistry } from './registry.ts';
export {
  declareRemote,
  type RemoteDeclaration,
  RESERVED_PATHS,
  type Role,
  SCREEN_GROUPS,
  type ScreenDeclaration,
  type ScreenGroup,
  type ScreenIconName,
} from './screens.ts';

/** The number of this contract. It grows when `RemoteHost` or `RemoteModule` change their meaning. */
export const CONTRACT = 2;

/** The signed-in user as the shell knows them (GET /api/user). */
export interface SessionUser {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  profileImageUrl: string | null;
}

/** One notice for the shell's single visible toast. `destructive` is announced at once. */
export interface ToastInput {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
}

/** A change that somebody made. `entity` is the word of the audit trail: `ticket`, `recurring_task`, … */
export interface LiveChange {
  entity: string;
  id: string;
  action: 'create' | 'update' | 'delete';
}

/** Changes of others, as they happen. No server sends any so far: callbacks are kept, and not called yet. */
export interface Live {
  /** Calls back after each change of an `entity`, until the returned function is called. */
  subscribe: (entity: string, callback: (change: LiveChange) => void) => () => void;
}

/**
 * What the shell hands to a remote's screen. Router, QueryClient and theme are shared by context.
 * A query or mutation that fails as unauthorized makes the shell send the user to /api/login after 500 ms: at once when the
 * mutation's `meta` is web-kit's `leavesWhenUnauthorized`, else if the session is gone; a screen only shows the toast its own case asks for.
 */
export interface RemoteHost {
  user: SessionUser;
  settings: { brandName: string };
  toast: (input: ToastInput) => void;
  live: Live;
  /** Opens another address of the application, like `/tickets?q=fryer`, without loading a page. */
  navigate: (path: string) => void;
  /** The browser's time zone, an IANA name. */
  timeZone: string;
}

export type RemoteComponent = ComponentType<{ host: RemoteHost }>;

/** The one module a remote exposes as `./remote`, its default export. */
export interface RemoteModule {
  contract: number;
  name: string;
  /** The component for each address: those of the declared screens, and any below them. */
  screens: Readonly<Record<string, RemoteComponent>>;
  /** A small component for the shell's header, as wide as an icon button. */
  HeaderItem?: RemoteComponent;
}

type PathOf<Declaration extends RemoteDeclaration> = Declaration['screens'][number]['path'];

/** The components that a declaration promises. */
type Parts<Declaration extends RemoteDeclaration> = {
  screens: Readonly<Record<PathOf<Declaration>, RemoteComponent>> & {
    readonly [below in `${PathOf<Declaration>}/${string}`]?: RemoteComponent;
  };
} & (Declaration extends { headerItem: true } ? { HeaderItem: RemoteComponent } : object);

/** Completes a remote's module with its name and the contract it was built for. */
export function defineRemote<Declaration extends RemoteDeclaration>(
  { name }: Declaration,
  parts: Parts<Declaration>,
): RemoteModule {
  return { contract: CONTRACT, name, ...parts };
}

/** Whether a shell of contract `current` can run a remote of contract `n`: its own number and the one before. */
export function acceptsContract(n: unknown, current: number = CONTRACT): boolean {
  return n === current || (n === current - 1 && n > 0);
}
