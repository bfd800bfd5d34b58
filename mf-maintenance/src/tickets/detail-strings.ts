import { LOCALE } from '@mainstay/web-kit';

/** The texts of a ticket beside its fields. */
export const detailStrings = {
  statusConflict: {
    title: 'Change Status',
    question: ({
      name,
      ago,
      theirs,
      mine,
    }: Record<'theirs' | 'mine', string> & Partial<Record<'name' | 'ago', string | undefined>>) =>
      `${name === undefined ? 'This was changed' : `${name} changed this`} to ${theirs}${ago === undefined ? ' in the meantime' : ` ${ago}`}. Change it to ${mine}?`,
    keep: (status: string) => `Keep ${status}`,
    change: (status: string) => `Change it to ${status}`,
    changing: 'Changing...',
  },
  watching: {
    watch: 'Watch',
    unwatch: 'Unwatch',
    watchFailed: 'Failed to watch ticket',
    unwatchFailed: 'Failed to unwatch ticket',
  },
  similar: {
    title: 'Similar open tickets',
    completed: (ago: string) => `Completed ${ago}`,
    newTab: '(opens in a new tab)',
    found: (count: number) => (count === 1 ? '1 similar ticket' : `${count} similar tickets`),
  },
  createTitle: 'Create Maintenance Ticket',
  createSubtitle: 'Submit a new one-time maintenance request',
  create: 'Create Ticket',
  creating: 'Creating...',
  id: (id: string) => `ID: ${id}`,
  number: (number: number) => `#${number}`,
  numbered: (number: number, title: string) => `#${number} ${title}`,
  unnamed: 'Ticket',
  gone: 'This ticket no longer exists or is not in your locations.',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  linkNotCopied: 'The link could not be copied. It is in the address bar.',
  print: 'Print',
  edit: 'Edit',
  editTitle: 'Edit Maintenance Ticket',
  delete: 'Delete Ticket',
  deletePrompt:
    'Are you sure you want to delete the ticket with its attachments? This action cannot be undone.',
  report: {
    count: (count: number) => `Reported by ${count.toLocaleString(LOCALE)} people`,
    urgency: 'How bad it is',
    urgencies: { high: 'It does not work', medium: 'It works badly', low: 'It can wait' },
    contact: 'Contact',
  },
} as const;
