import { type InboxItem } from '../src/inbox/inbox.queries.ts';
import { type Settings } from '../src/settings/settings.queries.ts';

const dana = { id: '01890000-0000-7000-8000-000000000001', firstName: 'Dana', lastName: 'Whitfield' };

const harbor = {
  id: '01890000-0000-7000-8000-00000000000a',
  name: 'Harbor',
  timezone: 'America/Los_Angeles',
};

/** An unread mention by Dana Whitfield on a ticket of the Harbor store. */
export function inboxItem(number: number, given: Partial<InboxItem> = {}): InboxItem {
  return {
    id: crypto.randomUUID(),
    kind: 'mentioned',
    dueAt: null,
    decision: null,
    vendor: null,
    createdAt: '2024-03-05T20:04:00.000Z',
    readAt: null,
    actor: dana,
    ticket: {
      id: `01890000-0000-7000-8000-00000000${number}`,
      number,
      title: `Ticket ${number}`,
      location: harbor,
    },
    code: null,
    run: null,
    ...given,
  };
}

/** An unread item that says that the QR code of Fryer 2 at the Harbor store rests. */
export const suspendedCode = (given: Partial<NonNullable<InboxItem['code']>> = {}): InboxItem =>
  inboxItem(0, {
    kind: 'reported',
    actor: null,
    ticket: null,
    code: {
      id: '01890000-0000-7000-8000-00000000000c',
      label: null,
      location: harbor,
      equipment: { id: '01890000-0000-7000-8000-00000000000e', name: 'Fryer 2' },
      ...given,
    },
  });

/** The settings of somebody who has changed nothing. */
export const defaults: Settings = {
  kinds: {
    mentioned: { inApp: true, email: 'now' },
    assigned: { inApp: true, email: 'now' },
    reported: { inApp: true, email: 'now' },
    commented: { inApp: true, email: 'digest' },
    status_changed: { inApp: true, email: 'off' },
    at_risk: { inApp: true, email: 'digest' },
    overdue: { inApp: true, email: 'now' },
    escalated: { inApp: true, email: 'now' },
    approval_needed: { inApp: true, email: 'now' },
    approval_decided: { inApp: true, email: 'digest' },
    vendor_answered: { inApp: true, email: 'now' },
    vendor_done: { inApp: true, email: 'now' },
    check_failed: { inApp: true, email: 'digest' },
  },
  quietHours: null,
  digestTime: '07:00',
  timeZone: 'America/New_York',
  pausedUntil: null,
};
