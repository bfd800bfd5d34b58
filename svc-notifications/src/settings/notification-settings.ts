import type { Kind } from '../inbox/new-item.ts';

/** When a mail is sent: never, at once, or with the daily digest. */
export const emailTimes = ['off', 'now', 'digest'] as const;

/** By which ways a user hears of one kind of change. */
export interface Preference {
  /** Whether the inbox shows it. */
  inApp: boolean;
  email: (typeof emailTimes)[number];
}

/** What a user has chosen, with the defaults for everything else. Times of day are `HH:MM` in the user's time zone. */
export interface NotificationSettings {
  kinds: Record<Kind, Preference>;
  /** No mail is sent from `from` to `to`, which may be on the next day; null without quiet hours. */
  quietHours: { from: string; to: string } | null;
  digestTime: string;
  /** An IANA name. */
  timeZone: string;
  /** No mail is sent before; null when mail is not paused. */
  pausedUntil: Date | null;
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
  commented: { inApp: true, email: 'digest' },
  status_changed: { inApp: true, email: 'off' },
  reported: { inApp: true, email: 'now' },
};

export const DEFAULT_DIGEST_TIME = '07:00';
