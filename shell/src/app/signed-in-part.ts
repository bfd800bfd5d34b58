import { type ComponentType, lazy } from 'react';
import { type User } from '../session/session.queries.ts';

type SignedIn = ComponentType<{ user: User }>;

const load = () => import(/* webpackChunkName: "signed-in" */ './signed-in.tsx');

let loaded: Awaited<ReturnType<typeof load>> | undefined;

/** Fetches everything behind the sign-in, once. */
export async function loadSignedIn(): Promise<NonNullable<typeof loaded>> {
  loaded = await load();
  return loaded;
}

const Waiting = lazy(load);

/** What is shown behind the sign-in: once it is loaded, without a moment of waiting. */
export const signedInPart = (): SignedIn => loaded?.default ?? Waiting;
