import { expect, type Page, type Route } from '@playwright/test';
import { z } from 'zod';
import { PHOTO, test as base, type TemporaryStore } from './temporary-store.ts';

const madeCode = z.object({ code: z.string() });
const created = z.object({ number: z.number(), trackingToken: z.string() });
const ticket = z.object({
  id: z.string(),
  number: z.number(),
  title: z.string(),
  description: z.string(),
  report: z.object({
    reporterName: z.string().nullable(),
    contact: z.string().nullable(),
    urgency: z.string(),
    count: z.number(),
  }),
});
const comment = z.object({
  body: z.string().nullable(),
  authorName: z.string().nullable(),
  via: z.string(),
});
const timelineLine = z.object({ comment: comment.nullish() });
const tracking = z.object({ state: z.string(), updates: z.array(z.object({ body: z.string().optional() })) });
const photoGrant = z.object({ id: z.string(), uploadURL: z.string() });
const attachment = z.object({ id: z.string(), fileName: z.string(), fileType: z.string() });

/** A fryer at a store with a QR code, and what its people see of the reports. */
export class Sticker {
  readonly code: string;
  readonly address: string;
  /** Where it is, as the page says it. */
  readonly place: string;
  private readonly store: TemporaryStore;

  constructor(store: TemporaryStore, code: string) {
    this.store = store;
    this.code = code;
    this.address = `/r/${code}`;
    this.place = `${store.name} · Store ${store.name}`;
  }

  /**
   * Somebody else reports a problem.
   * @returns the token to follow it
   */
  async report(report: object): Promise<string> {
    const data = { urgency: 'medium', website: '', ...report };
    const response = await this.store.api.post(`/api/intake/${this.code}/reports`, { data });
    expect(response.status(), await response.text()).toBe(201);
    return created.parse(await response.json()).trackingToken;
  }

  /** What the page of a report says. */
  async track(token: string): Promise<z.infer<typeof tracking>> {
    return tracking.parse(await this.read(`/api/intake/track/${token}`));
  }

  /** The reporter replies. */
  async reply(token: string, body: string): Promise<void> {
    const response = await this.store.api.post(`/api/intake/track/${token}/replies`, { data: { body } });
    expect(response.status()).toBe(201);
  }

  /** The reporter adds a picture of 8 by 8 pixels. */
  async addPhoto(token: string): Promise<void> {
    const photos = `/api/intake/track/${token}/photos`;
    const granted = photoGrant.parse(await (await this.store.api.post(photos)).json());
    const headers = { 'Content-Type': 'image/png' };
    expect((await this.store.api.put(granted.uploadURL, { data: PHOTO, headers })).ok()).toBe(true);
    expect((await this.store.api.post(`${photos}/${granted.id}/done`)).status()).toBe(200);
  }

  /** The tickets at the store. */
  async tickets(): Promise<z.infer<typeof ticket>[]> {
    return z.array(ticket).parse(await this.read(`/api/tickets?locationId=${this.store.id}`));
  }

  /** The only ticket at the store. */
  async ticket(): Promise<z.infer<typeof ticket>> {
    const [only, ...others] = await this.tickets();
    expect(others).toEqual([]);
    if (!only) throw new Error('there is no ticket');
    return only;
  }

  /** What was said on a ticket, the oldest first. */
  async comments(id: string): Promise<z.infer<typeof comment>[]> {
    const lines = z.array(timelineLine).parse(await this.read(`/api/tickets/${id}/timeline`));
    return lines.flatMap((line) => line.comment ?? []);
  }

  async attachments(id: string): Promise<z.infer<typeof attachment>[]> {
    return z.array(attachment).parse(await this.read(`/api/tickets/${id}/attachments`));
  }

  /** Somebody of the team changes a ticket. */
  async change(id: string, changes: object): Promise<void> {
    const response = await this.store.api.patch(`/api/tickets/${id}`, { data: changes });
    expect(response.status(), await response.text()).toBe(200);
  }

  /** Somebody of the team says something to the reporters of a ticket. */
  async comment(id: string, body: string): Promise<void> {
    const data = { body, visibility: 'reporter' };
    const response = await this.store.api.post(`/api/tickets/${id}/comments`, { data });
    expect(response.status(), await response.text()).toBe(201);
  }

  private async read(path: string): Promise<unknown> {
    const response = await this.store.api.get(path);
    expect(response.status(), path).toBe(200);
    return response.json();
  }
}

interface Fixtures {
  sticker: Sticker;
  /** Whether a call of the API may fail, which the browser reports. */
  callsFail: boolean;
  /**
   * What the browser reports must be nothing: script errors, differences from the prerendered page, blocked content. It
   * ends before the store is removed: a page that still sends photos then gets a 404.
   */
  silence: null;
}

export const test = base.extend<Fixtures>({
  callsFail: [false, { option: true }],
  sticker: async ({ store }, use) => {
    const equipmentId = await store.create('/api/equipment', { name: 'Fryer 2', category: 'cooking' });
    const data = { locationId: store.id, equipmentId };
    const response = await store.api.post('/api/intake-codes', { data });
    expect(response.status()).toBe(201);
    await use(new Sticker(store, madeCode.parse(await response.json()).code));
  },
  silence: [
    async ({ context, callsFail, store: _store }, use) => {
      const complaints: string[] = [];
      context.on('console', (message) => {
        const { url } = message.location();
        const isCall = new URL(url || 'about:blank').pathname.startsWith('/api/');
        if (message.type() === 'error' && !(callsFail && isCall)) complaints.push(`${message.text()} ${url}`);
      });
      context.on('weberror', (error) => complaints.push(error.error().message));
      await use(null);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Makes the public calls whose path ends so fail.
 * @returns a function that ends it
 */
export async function breakCalls(
  page: Page,
  ending: string,
  fault: (route: Route) => Promise<void>,
): Promise<() => Promise<void>> {
  const isMeant = ({ pathname }: URL) => pathname.startsWith('/api/intake/') && pathname.endsWith(ending);
  await page.route(isMeant, fault);
  return () => page.unroute(isMeant, fault);
}
