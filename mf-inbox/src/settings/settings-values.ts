import { fromLocalInput, toLocalInput } from '@mainstay/web-kit';
import { type Settings, type SettingsRequest } from './settings.queries.ts';

export type Kind = keyof Settings['kinds'];
type EmailTime = Settings['kinds'][Kind]['email'];

/** In the order of the table. */
export const KINDS = [
  'mentioned',
  'assigned',
  'reported',
  'at_risk',
  'overdue',
  'escalated',
  'approval_needed',
  'approval_decided',
  'check_failed',
  'vendor_answered',
  'vendor_done',
  'commented',
  'status_changed',
] as const satisfies Kind[];

/** A service of the version before does not know them. */
type LaterKind =
  | 'at_risk'
  | 'overdue'
  | 'escalated'
  | 'approval_needed'
  | 'approval_decided'
  | 'check_failed'
  | 'vendor_answered'
  | 'vendor_done';
type FirstKind = Exclude<Kind, LaterKind>;

/**
 * The values of the form, named as the service names the fields of the request in its errors. Times of day are `HH:MM`;
 * `pausedUntil` is the value of a `datetime-local` input. '' means none.
 */
export type SettingsValues = Record<`kinds.${FirstKind}.inApp`, boolean> &
  Record<`kinds.${FirstKind}.email`, EmailTime> &
  Partial<Record<`kinds.${LaterKind}.inApp`, boolean>> &
  Partial<Record<`kinds.${LaterKind}.email`, EmailTime>> &
  Record<'quietHours.from' | 'quietHours.to' | 'digestTime' | 'timeZone' | 'pausedUntil', string>;

type ReadSettings = Omit<Settings, 'kinds'> & {
  kinds: Pick<Settings['kinds'], FirstKind> & Partial<Pick<Settings['kinds'], LaterKind>>;
};

/** The form values of settings. A pause that is over is none. */
export function valuesOf(
  { kinds, quietHours, digestTime, timeZone, pausedUntil }: ReadSettings,
  now: Date,
): SettingsValues {
  const end = pausedUntil === null ? null : new Date(pausedUntil);
  return {
    'kinds.mentioned.inApp': kinds.mentioned.inApp,
    'kinds.mentioned.email': kinds.mentioned.email,
    'kinds.assigned.inApp': kinds.assigned.inApp,
    'kinds.assigned.email': kinds.assigned.email,
    'kinds.reported.inApp': kinds.reported.inApp,
    'kinds.reported.email': kinds.reported.email,
    'kinds.at_risk.inApp': kinds.at_risk?.inApp,
    'kinds.at_risk.email': kinds.at_risk?.email,
    'kinds.overdue.inApp': kinds.overdue?.inApp,
    'kinds.overdue.email': kinds.overdue?.email,
    'kinds.escalated.inApp': kinds.escalated?.inApp,
    'kinds.escalated.email': kinds.escalated?.email,
    'kinds.approval_needed.inApp': kinds.approval_needed?.inApp,
    'kinds.approval_needed.email': kinds.approval_needed?.email,
    'kinds.approval_decided.inApp': kinds.approval_decided?.inApp,
    'kinds.approval_decided.email': kinds.approval_decided?.email,
    'kinds.check_failed.inApp': kinds.check_failed?.inApp,
    'kinds.check_failed.email': kinds.check_failed?.email,
    'kinds.vendor_answered.inApp': kinds.vendor_answered?.inApp,
    'kinds.vendor_answered.email': kinds.vendor_answered?.email,
    'kinds.vendor_done.inApp': kinds.vendor_done?.inApp,
    'kinds.vendor_done.email': kinds.vendor_done?.email,
    'kinds.commented.inApp': kinds.commented.inApp,
    'kinds.commented.email': kinds.commented.email,
    'kinds.status_changed.inApp': kinds.status_changed.inApp,
    'kinds.status_changed.email': kinds.status_changed.email,
    'quietHours.from': quietHours?.from ?? '',
    'quietHours.to': quietHours?.to ?? '',
    digestTime,
    timeZone,
    pausedUntil: end !== null && end > now ? toLocalInput(end) : '',
  };
}

/** The request that saves form values. */
export function requestOf(values: SettingsValues): SettingsRequest {
  const ofKind = (name: FirstKind) => ({
    inApp: values[`kinds.${name}.inApp`],
    email: values[`kinds.${name}.email`],
  });
  const ofLaterKind = (name: LaterKind) => {
    const inApp = values[`kinds.${name}.inApp`];
    const email = values[`kinds.${name}.email`];
    return inApp === undefined || email === undefined ? {} : { [name]: { inApp, email } };
  };
  const { 'quietHours.from': from, 'quietHours.to': to, digestTime, timeZone, pausedUntil } = values;
  return {
    kinds: {
      mentioned: ofKind('mentioned'),
      assigned: ofKind('assigned'),
      reported: ofKind('reported'),
      commented: ofKind('commented'),
      status_changed: ofKind('status_changed'),
      ...ofLaterKind('at_risk'),
      ...ofLaterKind('overdue'),
      ...ofLaterKind('escalated'),
      ...ofLaterKind('approval_needed'),
      ...ofLaterKind('approval_decided'),
      ...ofLaterKind('check_failed'),
      ...ofLaterKind('vendor_answered'),
      ...ofLaterKind('vendor_done'),
    },
    quietHours: from === '' && to === '' ? null : { from, to },
    digestTime,
    timeZone,
    pausedUntil: pausedUntil === '' ? null : fromLocalInput(pausedUntil),
  };
}
