/*
 * The shapes of the public calls. To be replaced by those of @mainstay/svc-core/openapi and
 * @mainstay/svc-attachments/openapi.
 */

export type Urgency = 'high' | 'medium' | 'low';

export interface OpenReport {
  /** Signed, for an hour. */
  join: string;
  /** ISO 8601. */
  reportedAt: string;
  state: 'received' | 'working';
}

/** What a code stands for. */
export interface IntakeResponse {
  location: { name: string; storeNumber: string };
  equipment: { name: string } | null;
  /** At most 3, the newest first. */
  open: OpenReport[];
}

export interface ReportBody {
  description: string;
  urgency: Urgency;
  reporterName?: string;
  contact?: string;
  /** That of the open report that this one is about, too. */
  join?: string;
  /** Empty, unless a machine filled in the form. */
  website: string;
  language: 'en' | 'es';
}

export type ReportState = 'received' | 'working' | 'fixed';

export interface TrackUpdate {
  /** ISO 8601. */
  at: string;
  state?: ReportState;
  body?: string;
}

export interface TrackResponse {
  state: ReportState;
  updates: TrackUpdate[];
  location: { name: string };
  equipment: { name: string } | null;
  /** ISO 8601. */
  reportedAt: string;
  /** Until when it can be followed, ISO 8601; null while it is not fixed. */
  trackingUntil: string | null;
  /** How many photos it has. */
  photos: number;
}

export interface PhotoGrant {
  id: string;
  /** Where to PUT the bytes. */
  uploadURL: string;
  /** ISO 8601. */
  expiresAt: string;
}

export interface SentResponse {
  number: number;
  trackingToken: string;
}
