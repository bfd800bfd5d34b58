/**
 * The texts about the remotes for administrators. Apart from those of the shell, which the sign-in page fetches too.
 */
export const overviewStrings = {
  title: 'Remotes',
  subtitle: 'Published versions of the screens, and their state in this browser',
  link: 'Show Remotes',
  linkHint: 'See which versions of the screens are live and whether they load.',
  columns: {
    remote: 'Remote',
    version: 'Version',
    state: 'State',
    since: 'Live Since',
    commit: 'Commit',
    loadTime: 'Load Time',
    lastError: 'Last Error',
  },
  states: { live: 'Live', pinned: 'Live, pinned', disabled: 'Disabled' },
  older: (version: string) => `This page runs ${version}.`,
  loading: 'Loading…',
  notLoaded: 'Not loaded',
  milliseconds: (count: number) => `${count} ms`,
  none: 'None',
  unknown: 'Unknown',
  refresh: 'Refresh',
  empty: 'Nothing is published',
  emptyHint: 'Publish a remote to see it here.',
} as const;
