import { type ComponentType, lazy } from 'react';
import { type User } from '../session/session.queries.ts';

type SignedIn = ComponentType<{ user: User }>;

const load = () => import(/* webpackChunkName: "signed-in" */ './signed-in.tsx');

let loaded: Awaited<ReturnType<typeof load>> | undefined;

/** Fetches the signed-in part of the app once. */
export async function loadSignedIn(): Promise<NonNullable<typeof loaded>> {
  loaded = await load();
  return loaded;
}

const Waiting = lazy(load);

/** The signed-in part. Renders without suspending once it is loaded. */
export const signedInPart = (): SignedIn => loaded?.default ?? Waiting;
