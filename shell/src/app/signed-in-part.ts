import { type ComponentType, lazy } from 'react';
import { type User } from '../session/session.queries.ts';

type SignedIn = ComponentType<{ user: User }>;

let loaded: SignedIn | undefined;

const load = () => import(/* webpackChunkName: "signed-in" */ './signed-in.tsx');

/** Fetches everything behind the sign-in, once. */
export async function loadSignedIn(): Promise<void> {
  loaded = (await load()).default;
}

const Waiting = lazy(load);

/** What is shown behind the sign-in: once it is loaded, without a moment of waiting. */
export const signedInPart = (): SignedIn => loaded ?? Waiting;
