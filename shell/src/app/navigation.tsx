import { AppstoreOutlined } from '@mainstay/ui/base';
import { links, type Role, SCREEN_GROUPS, type ScreenGroup } from '@mainstay/remote-contract';
import { type ReactNode } from 'react';
import { type Place } from '../remotes/places.ts';
import { strings } from '../strings.ts';
import { ScreenIcon } from './screen-icon.tsx';

export interface Entry {
  to: string;
  label: string;
  icon: ReactNode;
  /** The remote that owns the entry; undefined for the shell's own screens. */
  remote?: string;
}

const dashboard: Entry = {
  to: links.dashboard,
  label: strings.dashboard.title,
  icon: <AppstoreOutlined />,
};

function entryOf({ path, title, icon, remote }: Place): Entry {
  return { to: path, label: title, icon: <ScreenIcon name={icon} />, remote };
}

/**
 * The group Administration is shown to administrators only, even if others may open one of its screens (specification,
 * section 2).
 */
const isListed = ({ group, roles }: Place, role: Role): boolean =>
  roles.includes(role) && (group !== 'administration' || role === 'admin');

/** The sidebar entries for a role: the specified ones first (sections 2 and 6), then those of other remotes. */
export function entriesFor(role: Role, places: readonly Place[]) {
  const listed = places.filter((place) => isListed(place, role));
  const entriesOf = (group: ScreenGroup) => [
    ...(group === 'main' ? [dashboard] : []),
    ...listed.filter((place) => place.group === group).map(entryOf),
  ];
  return SCREEN_GROUPS.map((group) => ({
    label: strings.frame.groups[group],
    entries: entriesOf(group),
  })).filter(({ entries }) => entries.length > 0);
}
