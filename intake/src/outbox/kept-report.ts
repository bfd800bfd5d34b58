import { type PhotoGrant, type ReportRequest } from '../api/intake-types.ts';

type PhotoState = 'waiting' | 'sending' | 'failed' | 'sent' | 'refused' | 'full';

export interface KeptPhoto {
  id: string;
  /** A JPEG; null once nothing is to be sent any more. Bytes, as not every browser keeps a Blob. */
  bytes: ArrayBuffer | null;
  state: PhotoState;
  /** Where it may be put, if that was asked for. */
  grant?: PhotoGrant;
}

/** What was sent, until the services have all of it. */
export interface KeptReport {
  /** The Idempotency-Key, made when it was first sent. */
  key: string;
  code: string;
  body: ReportRequest;
  photos: KeptPhoto[];
  /** What the service made of it; null until it has it. */
  sent: SentReport | null;
  /** Why the service does not want it, and since when. It is not sent again. */
  refused: { status: number; detail: string; at?: string } | null;
}

export interface SentReport {
  number: number;
  trackingToken: string;
  /** ISO 8601. */
  at: string;
}

/** A refused report waits so long to be corrected. */
const REFUSED_KEPT_MS = 7 * 24 * 3_600_000;

/** Whether it was refused so long ago that nobody will correct it: it has a name, a contact and photos in it. */
export const isForgotten = ({ refused }: KeptReport): boolean =>
  refused?.at !== undefined && Date.parse(refused.at) < Date.now() - REFUSED_KEPT_MS;

/** Whether nothing is left to be done for it. */
export const isDone = ({ sent, photos }: KeptReport): boolean =>
  sent !== null && photos.every(({ state }) => state === 'sent' || state === 'refused' || state === 'full');
