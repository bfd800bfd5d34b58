import { AppstoreOutlined, ShopOutlined, TeamOutlined, ToolOutlined } from '@mainstay/ui/base';
import { type Link, links } from '@mainstay/remote-contract';
import { type ReactNode } from 'react';

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

const everybody: EntryGroup = {
  label: null,
  entries: [
    { to: links.dashboard, label: 'Dashboard', icon: <AppstoreOutlined /> },
    { to: links.tickets, label: 'Maintenance', icon: <ToolOutlined />, remote: 'maintenance' },
  ],
};

const administration: EntryGroup = {
  label: 'Administration',
  entries: [
    { to: links.locations, label: 'Locations', icon: <ShopOutlined />, remote: 'locations' },
    { to: links.managers, label: 'Employees', icon: <TeamOutlined />, remote: 'employees' },
  ],
};

/** The sidebar's entries for a role (specification, section 6). */
export function entriesFor(role: 'admin' | 'district_manager'): EntryGroup[] {
  return role === 'admin' ? [everybody, administration] : [everybody];
}
