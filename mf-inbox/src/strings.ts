type Code = Record<'location', { name: string }> & {
  label: string | null;
  equipment: { name: string } | null;
};

const quoted = (label: string | null) => (label === null ? '' : ` “${label}”`);

/** Every text of the screens. */
export const strings = {
  title: 'Inbox',
  subtitle: 'What changed in your stores',
  tabs: { unread: 'Unread', all: 'All' },
  readAll: 'Mark all as read',
  allRead: 'Everything is marked as read',
  readAllFailed: 'Failed to mark everything as read',
  settingsLink: 'Settings',
  loadFailed: 'The inbox could not be loaded.',
  caughtUp: "You're all caught up",
  emptyHints: {
    unread: 'Mentions, assignments and comments on tickets you watch show up here.',
    all: 'Nothing has happened yet. Mentions, assignments and comments on tickets you watch show up here.',
  },
  unread: 'Unread.',
  fullName: (firstName: string, lastName: string) => `${firstName} ${lastName}`.trim(),
  reported: 'A crew member reported a problem',
  suspended: ({ label, location, equipment }: Code) =>
    `The QR code${equipment ? ` of ${equipment.name}` : quoted(label)} at ${location.name} rests for an hour: too many reports.`,
  /**
   * @param due a time on the store's clock
   * @param late by how much it was when the item was made
   */
  deadlines: {
    at_risk: (due: string) => `At risk: due ${due}`,
    overdue: (due: string) => `Overdue since ${due}`,
    escalated: (_due: string, late: string) => `Escalated: overdue ${late}`,
  },
  approvalNeeded: 'Costs above the limit need your approval',
  /** @param amount of a quote */
  vendors: {
    accepted: (name: string, _amount: string) => `${name} accepted the work`,
    declined: (name: string, _amount: string) => `${name} declined the work`,
    quoted: (name: string, amount: string) => `${name} sent a quote of ${amount}`,
    done: (name: string, _amount: string) => `${name} is done: please confirm`,
    mail_failed: (name: string, _amount: string) => `The mail to ${name} was refused`,
  },
  /** Of a kind of a later version. */
  news: 'There is news',
  /** With and without the name of who did it before them. */
  deeds: {
    mentioned: { by: 'mentioned you', byNobody: 'You were mentioned' },
    assigned: { by: 'assigned this to you', byNobody: 'This was assigned to you' },
    check_failed: {
      by: 'finished a checklist: something failed',
      byNobody: 'Something failed in a checklist',
    },
    commented: { by: 'commented', byNobody: 'There is a new comment' },
    status_changed: { by: 'changed the status', byNobody: 'The status was changed' },
    approval_decided: { by: 'decided about the costs', byNobody: 'The costs were decided about' },
  },
  /** What was decided about costs, in the same way. */
  decisions: {
    approved: {
      by: (amount: string) => `approved up to ${amount}`,
      byNobody: (amount: string) => `Costs are approved up to ${amount}`,
    },
    declined: {
      by: (amount: string) => `declined costs of ${amount}`,
      byNobody: (amount: string) => `Costs of ${amount} are declined`,
    },
  },
  today: 'Today',
  yesterday: 'Yesterday',
  // The dot ends a line, and begins none.
  at: (location: string) => `\u00a0· ${location}`,
  changes: (n: number) => `\u00a0· ${n} changes`,
  ticketNumber: (number: number) => `#${number}`,
  gone: (count: number) =>
    count === 1 ? '1 item about something that is gone' : `${count} items about things that are gone`,
  settings: {
    title: 'Inbox Settings',
    subtitle: 'What you hear about, and when',
    back: 'Back to Inbox',
    loadFailed: 'The settings could not be loaded.',
    kindsTitle: 'What you hear about',
    kindsHint: 'You never hear about what you did yourself.',
    columns: { kind: 'When', inApp: 'In the app', email: 'E-mail' },
    kinds: {
      mentioned: 'Somebody mentions you',
      assigned: 'A ticket is assigned to you',
      reported: 'A problem is reported in one of your stores',
      commented: 'Somebody comments on a ticket you watch',
      status_changed: 'The status of a ticket you watch changes',
      at_risk: 'A ticket of yours will soon be overdue',
      overdue: 'A ticket of yours is overdue',
      escalated: 'An overdue ticket is escalated to you',
      approval_needed: 'Costs need the approval of an administrator',
      approval_decided: 'Costs of yours are approved or declined',
      check_failed: 'Something fails in a checklist of your stores',
      vendor_answered: 'A vendor of yours answers or sends a quote',
      vendor_done: 'A vendor of yours is done',
    },
    /** Labels of the switches and selects, which stand in a table without labels of their own. */
    inApp: (kind: string) => `${kind}: in the app`,
    email: (kind: string) => `${kind}: e-mail`,
    emailTimes: { off: 'Off', now: 'Right away', digest: 'Daily digest' },
    on: 'On',
    off: 'Off',
    timesTitle: 'When e-mail comes',
    quietHours: 'Quiet hours',
    quietHoursHint: 'E-mail waits until they are over. They may go past midnight; leave both empty for none.',
    from: 'From',
    until: 'Until',
    digestTime: 'Daily digest at',
    timeZone: 'Time zone',
    thisDevice: (timeZone: string) => `${timeZone} (this device)`,
    noTimeZones: 'No time zone found',
    pausedUntil: 'Pause e-mail until',
    pausedUntilHint: 'Leave empty for no pause. The app goes on telling you.',
    bothTimes: 'Give both times, or none',
    twoTimes: 'Give two different times',
    required: (label: string) => `${label} is required`,
    none: 'None',
    save: 'Save',
    saving: 'Saving...',
    saved: 'Your settings are saved.',
    saveFailed: 'Failed to save settings',
    test: 'Send a test',
    testSent: 'A test mail is on its way.',
    testFailed: 'The test mail could not be sent. Try again later.',
  },
} as const;
