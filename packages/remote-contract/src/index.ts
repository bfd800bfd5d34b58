import { type QueryClient } from '@tanstack/react-query';
import { type ComponentType } from 'react';
import { type RemoteDeclaration, type Role } from './screens.ts';

export { isRecord } from './is-record.ts';
export { checklistRunLink, equipmentLink, links, type Link, ticketLink, ticketListLink } from './links.ts';
export { parseRegistry, type RegistryEntry, type RemotesRegistry } from './registry.ts';
export {
  checkDeclaration,
  declareRemote,
  type RemoteDeclaration,
  RESERVED_PATHS,
  type Role,
  SCREEN_GROUPS,
  type ScreenDeclaration,
  type ScreenGroup,
  type ScreenIconName,
} from './screens.ts';

/**
 * The contract version. Increased when `RemoteHost` or `RemoteModule` change their meaning, or a remote uses a shared
 * module that earlier shells do not have: since 3, `@mainstay/ui/table` and `timeline`.
 */
export const CONTRACT = 4;

/** The signed-in user (GET /api/user). */
export interface SessionUser {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  profileImageUrl: string | null;
}

/** A toast; the shell shows one at a time. `destructive` is announced at once. */
export interface ToastInput {
  title: string;
  description?: string;
  /** A sentence below it. */
  hint?: string;
  variant?: 'default' | 'destructive';
  /** Takes back what was done. An older shell has no button for it. */
  undo?: () => void;
  /** Shows more about it. An older shell has no button for it. */
  details?: () => void;
  /** How long it is shown, in milliseconds; 5,000 by default, and in an older shell. */
  duration?: number;
}

/**
 * A change that was made elsewhere: by another user, in another tab or through the API. It has no contents; what
 * changed is read again. `inbox` is the user's own inbox: its `id` is the user's, and it has `unread`.
 */
export interface LiveChange {
  /** The name used by the audit trail: `ticket`, `recurring_task`, … */
  entity: string;
  id: string;
  action: 'create' | 'update' | 'delete';
  /** The ticket itself, or the one that a comment or an attachment belongs to; null for other entities. */
  ticketId: string | null;
  /** The version in the ETag after the change; null if the entity has none, or is deleted. */
  version: number | null;
  /** The API's names of the fields that changed. */
  fields: readonly string[];
  /** The user who made the change; null for the system. */
  actorId: string | null;
  /** The `X-Request-Id` of the write; null for changes that no request made. */
  requestId: string | null;
  /** The number of unread items; of the entity `inbox` only. */
  unread?: number;
}

/** Changes made elsewhere, as they happen. */
export interface Live {
  /**
   * Calls back after each change of an `entity`, but not of what this tab wrote itself. The shell refreshes the queries
   * at the paths that `live` of the declaration names by itself. A change may come twice, and after a long interruption
   * none may come although there were some: then the shell refreshes every query that a screen shows.
   * @returns a function that unsubscribes
   */
  subscribe: (entity: string, callback: (change: LiveChange) => void) => () => void;
}

/**
 * What the shell passes to a remote's screen. Router, QueryClient and theme are shared by context. After an
 * unauthorized query or mutation the shell sends the user to /api/login after 500 ms: at once if the mutation's `meta`
 * is web-kit's `leavesWhenUnauthorized`, else only if the session has ended. Screens only show the toasts that their
 * case requires.
 */
export interface RemoteHost {
  user: SessionUser;
  settings: { brandName: string };
  toast: (input: ToastInput) => void;
  live: Live;
  /** Navigates within the app, for example to `/tickets?q=fryer`. */
  navigate: (path: string) => void;
  /** The browser's time zone (IANA name). */
  timeZone: string;
}

export type RemoteComponent = ComponentType<{ host: RemoteHost }>;

/** The module that a remote exposes as the default export of `./remote`. */
export interface RemoteModule {
  contract: number;
  name: string;
  /** Components by address: those of the declared screens, and any below them. */
  screens: Readonly<Record<string, RemoteComponent>>;
  /** A small component for the shell's header, as wide as an icon button. */
  HeaderItem?: RemoteComponent;
  prepare?: Prepare;
}

/**
 * Reads what the screen at `path` starts with into the cache, before it is rendered for the first time. The shell waits
 * for it only a moment, and leaves a failure to the screen.
 */
export type Prepare = (path: string, queries: QueryClient) => Promise<unknown>;

type PathOf<Declaration extends RemoteDeclaration> = Declaration['screens'][number]['path'];

/** The components that a declaration requires. */
type Parts<Declaration extends RemoteDeclaration> = {
  screens: Readonly<Record<PathOf<Declaration>, RemoteComponent>> & {
    readonly [below in `${PathOf<Declaration>}/${string}`]?: RemoteComponent;
  };
  prepare?: Prepare;
} & (Declaration extends { headerItem: true } ? { HeaderItem: RemoteComponent } : object);

/** Completes a remote's module with its name and contract version. */
export function defineRemote<Declaration extends RemoteDeclaration>(
  { name }: Declaration,
  parts: Parts<Declaration>,
): RemoteModule {
  return { contract: CONTRACT, name, ...parts };
}

/** Whether a shell of contract `current` can run a remote of contract `n`: the same version or an earlier one. */
export function acceptsContract(n: unknown, current: number = CONTRACT): boolean {
  return typeof n === 'number' && n >= 1 && n <= current;
}
