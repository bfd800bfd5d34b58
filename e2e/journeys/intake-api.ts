import { type Page, type Route } from '@playwright/test';

/** A code as it stands on a sticker, and the token of a report. */
export const code = 'abcdefghijklmnopqrstuvwxyz';
export const token = 'zyxwvutsrqponmlkjihgfedcba';

export interface ReceivedReport {
  key: string | undefined;
  body: Record<string, unknown>;
}

/** The public calls as a page sees them. To be replaced by the services' own, with a code of POST /api/intake-codes. */
export interface IntakeApi {
  /** Reports in the order of their arrival, each key once. */
  reports: ReceivedReport[];
  replies: string[];
  /** The bytes of the photos that were finished. */
  photos: Buffer[];
  /** How often the report was read. */
  reads: number;
  open: { join: string; reportedAt: string; state: string }[];
  track: Record<string, unknown>;
  /** Answers the next calls whose path ends so, instead. */
  failing: Map<string, (route: Route) => Promise<void>>;
}

const hourAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const problem = (status: number, detail: string) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: 'about:blank', title: 'Problem', status, detail }),
});

export async function serveIntake(page: Page): Promise<IntakeApi> {
  const api: IntakeApi = {
    reports: [],
    replies: [],
    photos: [],
    reads: 0,
    open: [{ join: 'join-1', reportedAt: hourAgo(2), state: 'working' }],
    track: {
      state: 'working',
      reportedAt: hourAgo(3),
      location: { name: 'Main Street' },
      equipment: { name: 'Fryer 2' },
      trackingUntil: null,
      photos: 1,
      updates: [
        { at: hourAgo(2), state: 'working' },
        { at: hourAgo(1), body: 'Is the red light on?' },
      ],
    },
    failing: new Map(),
  };
  const uploads: Buffer[] = [];
  await page.route('**/api/intake/**', async (route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname;
    const failure = [...api.failing].find(([ending]) => path.endsWith(ending));
    if (failure) return failure[1](route);
    if (path === `/api/intake/${code}`) {
      return route.fulfill({
        json: {
          location: { name: 'Main Street', storeNumber: '1042' },
          equipment: { name: 'Fryer 2' },
          open: api.open,
        },
      });
    }
    if (path === `/api/intake/${code}/reports`) {
      const key = request.headers()['idempotency-key'];
      const body = request.postDataJSON() as Record<string, unknown>;
      if (!api.reports.some((report) => report.key === key)) api.reports.push({ key, body });
      return route.fulfill({ status: 201, json: { number: 1042, trackingToken: token } });
    }
    if (path === `/api/intake/track/${token}`) {
      api.reads += 1;
      return route.fulfill({ json: api.track });
    }
    if (path === `/api/intake/track/${token}/replies`) {
      const { body } = request.postDataJSON() as { body: string };
      api.replies.push(body);
      return route.fulfill({ status: 201, json: { at: new Date().toISOString(), body } });
    }
    if (path === `/api/intake/track/${token}/photos`) {
      const id = String(uploads.length + 1);
      const uploadURL = new URL(`/api/attachments/objects/photos/${id}`, request.url()).href;
      const expiresAt = new Date(Date.now() + 600_000).toISOString();
      return route.fulfill({ status: 201, json: { id, uploadURL, expiresAt } });
    }
    const done = /\/photos\/(\d+)\/done$/.exec(path)?.[1];
    if (done !== undefined) {
      api.photos.push(uploads.at(-1) ?? Buffer.alloc(0));
      return route.fulfill({ json: { id: done } });
    }
    return route.fulfill(problem(404, 'There is nothing here.'));
  });
  await page.route('**/api/attachments/objects/photos/*', (route) => {
    uploads.push(route.request().postDataBuffer() ?? Buffer.alloc(0));
    return route.fulfill({ status: 204 });
  });
  return api;
}
