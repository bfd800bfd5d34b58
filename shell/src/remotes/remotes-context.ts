import { type Live, type SessionUser } from '@mainstay/remote-contract';
import { createContext, use } from 'react';
import { type KnownScreens } from './known-screens.ts';
import { type RemoteLoader } from './loader.ts';

/** What the page knows of the remotes and needs to load and host them. */
export interface Remotes {
  loader: RemoteLoader;
  user: SessionUser;
  settings: { brandName: string };
  live: Live;
  screens: KnownScreens;
}

export const RemotesContext = createContext<Remotes | null>(null);

/** @throws Error outside a RemotesContext. */
export function useRemotes(): Remotes {
  const remotes = use(RemotesContext);
  if (!remotes) throw new Error('there is no RemotesContext above');
  return remotes;
}
