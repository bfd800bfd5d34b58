import { type ComponentType } from 'react';

export { links, type Link } from './links.ts';
export { parseRegistry, type RegistryEntry, type RemotesRegistry } from './registry.ts';

/** The number of this contract. It grows when `RemoteHost` or `RemoteModule` change their meaning. */
export const CONTRACT = 1;

/** The signed-in user as the shell knows them (GET /api/user). */
export interface SessionUser {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  role: 'admin' | 'district_manager';
  profileImageUrl: string | null;
}

/** One notice for the shell's single visible toast. `destructive` is announced at once. */
export interface ToastInput {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
}

/**
 * What the shell hands to a remote's screen. Router, QueryClient and theme are shared by context.
 * A query or mutation that fails as unauthorized makes the shell send the user to /api/login after 500 ms;
 * a screen only shows the toast its own case asks for.
 */
export interface RemoteHost {
  user: SessionUser;
  settings: { brandName: string };
  toast: (input: ToastInput) => void;
}

/** The one module a remote exposes as `./remote`, its default export. */
export interface RemoteModule {
  contract: number;
  name: string;
  Screen: ComponentType<{ host: RemoteHost }>;
}

/** Completes a remote's module with the contract it was built for. */
export function defineRemote(remote: Omit<RemoteModule, 'contract'>): RemoteModule {
  return { contract: CONTRACT, ...remote };
}

/** Whether this shell can run a remote of contract `n`: its own number and the one before. */
export function acceptsContract(n: unknown): boolean {
  return n === CONTRACT || (n === CONTRACT - 1 && n > 0);
}
