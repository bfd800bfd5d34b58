import { AppstoreOutlined, ShopOutlined, TeamOutlined, ToolOutlined } from '@mainstay/ui/base';
import { type Link, links } from '@mainstay/remote-contract';
import { type ReactNode } from 'react';
import { strings } from '../strings.ts';

export interface Entry {
  to: Link;
  label: string;
  icon: ReactNode;
  /** The remote behind the entry; none for the shell's own screens. */
  remote?: string;
}

export interface EntryGroup {
  label: string | null;
  entries: Entry[];
}

/** For administrators; linked from their profile, because the specification fixes the sidebar's entries. */
export const remotesOverview = '/admin/remotes';

const everybody: EntryGroup = {
  label: null,
  entries: [
    { to: links.dashboard, label: strings.screens.dashboard, icon: <AppstoreOutlined /> },
    { to: links.tickets, label: strings.screens.maintenance, icon: <ToolOutlined />, remote: 'maintenance' },
  ],
};

const administration: EntryGroup = {
  label: strings.frame.administration,
  entries: [
    { to: links.locations, label: strings.screens.locations, icon: <ShopOutlined />, remote: 'locations' },
    { to: links.managers, label: strings.screens.employees, icon: <TeamOutlined />, remote: 'employees' },
  ],
};

/** The sidebar's entries for a role (specification, section 6). */
export function entriesFor(role: 'admin' | 'district_manager'): EntryGroup[] {
  return role === 'admin' ? [everybody, administration] : [everybody];
}
