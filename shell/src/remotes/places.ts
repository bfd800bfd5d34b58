import {
  links,
  type RegistryEntry,
  type RemotesRegistry,
  SCREEN_GROUPS,
  type ScreenDeclaration,
} from '@mainstay/remote-contract';
import { matchPath } from '@mainstay/ui/router';
import { formerPlaces } from './former-places.ts';

/** For administrators. Linked from the profile, because the specification fixes the sidebar entries. */
export const remotesOverview = '/admin/remotes';

/** A remote's screen with its place in the registry. */
export interface Place extends ScreenDeclaration {
  remote: string;
}

/** The specified entries come first, in the order of the specification. */
const specified: readonly string[] = [links.tickets, links.locations, links.managers];
const rankOf = ({ path }: Place): number => (specified.includes(path) ? specified.indexOf(path) : Infinity);

function inOrder(a: Place, b: Place): number {
  const [first, second] = [rankOf(a), rankOf(b)];
  return (
    SCREEN_GROUPS.indexOf(a.group) - SCREEN_GROUPS.indexOf(b.group) ||
    (first === second ? 0 : first - second) ||
    a.order - b.order ||
    a.title.localeCompare(b.title) ||
    a.path.localeCompare(b.path)
  );
}

function screensOf({ name, contract, screens }: RegistryEntry): readonly ScreenDeclaration[] {
  if (contract !== null && contract > 1) return screens;
  const former = formerPlaces.get(name);
  return former ? [former] : [];
}

/**
 * The screens of all remotes in sidebar order. If two share a path, the first wins. Includes disabled remotes, whose
 * screens say so.
 */
export function placesOf({ remotes, disabled }: RemotesRegistry): Place[] {
  const places = new Map<string, Place>();
  for (const entry of [...remotes, ...disabled]) {
    for (const screen of screensOf(entry)) {
      if (!places.has(screen.path)) places.set(screen.path, { ...screen, remote: entry.name });
    }
  }
  return [...places.values()].sort(inOrder);
}

/** The screen that an address shows: addresses below a screen's path are its own. */
export const placeAt = (places: readonly Place[], pathname: string): Place | undefined =>
  places.find(({ path }) => matchPath(`${path}/*`, pathname));
