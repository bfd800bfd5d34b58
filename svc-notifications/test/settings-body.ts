/** The settings of somebody who has chosen nothing. */
export const defaults = {
  kinds: {
    assigned: { inApp: true, email: 'now' },
    mentioned: { inApp: true, email: 'now' },
    reported: { inApp: true, email: 'now' },
    commented: { inApp: true, email: 'digest' },
    status_changed: { inApp: true, email: 'off' },
    at_risk: { inApp: true, email: 'digest' },
    overdue: { inApp: true, email: 'now' },
    escalated: { inApp: true, email: 'now' },
    approval_needed: { inApp: true, email: 'now' },
    approval_decided: { inApp: true, email: 'digest' },
    check_failed: { inApp: true, email: 'digest' },
    vendor_answered: { inApp: true, email: 'now' },
    vendor_done: { inApp: true, email: 'now' },
  },
  quietHours: null,
  digestTime: '07:00',
  timeZone: 'America/New_York',
  pausedUntil: null,
};
