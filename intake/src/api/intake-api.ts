import { call, put } from './call.ts';
import {
  type ScannedCode,
  type PhotoGrant,
  type ReportRequest,
  type CreatedReport,
  type TrackedReport,
} from './intake-types.ts';

/** Whether a body has these members, each of the type that `typeof` returns. */
export function has(body: unknown, members: Record<string, string>): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const found = new Map<string, unknown>(Object.entries(body));
  return Object.entries(members).every(([name, type]) => typeof found.get(name) === type);
}

/** For responses of which nothing is read. */
export const isObject = (body: unknown): body is object => has(body, {});
const isScannedCode = (body: unknown): body is ScannedCode =>
  has(body, { location: 'object', open: 'object' });
const isTrackedReport = (body: unknown): body is TrackedReport =>
  has(body, { state: 'string', updates: 'object' });
const isCreatedReport = (body: unknown): body is CreatedReport =>
  has(body, { number: 'number', trackingToken: 'string' });
export const isGrant = (body: unknown): body is PhotoGrant =>
  has(body, { id: 'string', uploadURL: 'string', expiresAt: 'string' });

/**
 * What a code stands for.
 * @throws as `call`; 404: it is not in use
 */
export const readCode = (code: string): Promise<ScannedCode> =>
  call('GET', `/api/intake/${encodeURIComponent(code)}`, isScannedCode);

/**
 * Reports a problem. The same key makes the same report, however often it is sent.
 * @throws as `call`
 */
export const sendReport = (code: string, body: ReportRequest, key: string): Promise<CreatedReport> =>
  call('POST', `/api/intake/${encodeURIComponent(code)}/reports`, isCreatedReport, { body, key });

const trackPath = (token: string) => `/api/intake/track/${encodeURIComponent(token)}`;

/**
 * How far a report is.
 * @throws as `call`; 404: it can no longer be followed
 */
export const readReport = (token: string): Promise<TrackedReport> =>
  call('GET', trackPath(token), isTrackedReport);

/**
 * Sends a reply. The same key makes one reply.
 * @throws as `call`
 */
export const sendReply = (token: string, body: string, key: string): Promise<object> =>
  call('POST', `${trackPath(token)}/replies`, isObject, { body: { body }, key });

/** Where photos go: to a report, or to the job of a vendor. */
export interface PhotoTarget {
  /**
   * Asks where a photo may be put.
   * @throws as `call`; 409: there are all the photos that there may be
   */
  grant: () => Promise<PhotoGrant>;
  /**
   * Makes the photo one of those.
   * @throws as `call`; 404: the grant has ended; 422: it is no picture; 503: busy
   */
  finish: (id: string) => Promise<object>;
}

/** Where photos of a report go. */
export const photosOfReport = (token: string): PhotoTarget => ({
  grant: () => call('POST', `${trackPath(token)}/photos`, isGrant),
  finish: (id) => call('POST', `${trackPath(token)}/photos/${encodeURIComponent(id)}/done`, isObject),
});

/**
 * Puts the bytes of a photo there.
 * @throws as `call`
 */
export const putPhoto = put;
