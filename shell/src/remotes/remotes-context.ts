import { type SessionUser } from '@mainstay/remote-contract';
import { createContext } from 'react';
import { type RemoteLoader } from './loader.ts';

/** What a remote's place on the page needs to load it and to be its host. */
export interface Remotes {
  loader: RemoteLoader;
  user: SessionUser;
  settings: { brandName: string };
}

export const RemotesContext = createContext<Remotes | null>(null);
