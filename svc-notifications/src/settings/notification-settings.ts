import type { Rhythm } from '../deliveries/rhythm.ts';
import type { Kind } from '../recipients/new-item.ts';

/** When a mail is sent: never, at once, or with the daily digest. */
export const emailTimes = ['off', 'now', 'digest'] as const;

/** How a user is notified of one kind of change. */
export interface Preference {
  /** Whether the inbox shows it. */
  inApp: boolean;
  email: (typeof emailTimes)[number];
}

/** What a user has chosen, with the defaults for everything else. */
export interface NotificationSettings extends Rhythm {
  kinds: Record<Kind, Preference>;
}

/** Settings as they are saved: of a kind that is missing, what was chosen before stays. */
export interface ChosenSettings extends Omit<NotificationSettings, 'kinds'> {
  kinds: Partial<Record<Kind, Preference>>;
}

/** Without a choice of the user. */
export const DEFAULT_KINDS: Readonly<Record<Kind, Preference>> = {
  mentioned: { inApp: true, email: 'now' },
  assigned: { inApp: true, email: 'now' },
  escalated: { inApp: true, email: 'now' },
  overdue: { inApp: true, email: 'now' },
  at_risk: { inApp: true, email: 'digest' },
  approval_needed: { inApp: true, email: 'now' },
  approval_decided: { inApp: true, email: 'digest' },
  vendor_answered: { inApp: true, email: 'now' },
  vendor_done: { inApp: true, email: 'now' },
  check_failed: { inApp: true, email: 'digest' },
  commented: { inApp: true, email: 'digest' },
  status_changed: { inApp: true, email: 'off' },
  reported: { inApp: true, email: 'now' },
};

export const DEFAULT_DIGEST_TIME = '07:00';
