import { expect } from '@playwright/test';
import { z } from 'zod';
import { test as base } from './temporary-store.ts';

const job = z.object({
  id: z.string(),
  state: z.string(),
  visitAt: z.string().nullable(),
  mail: z.string(),
  link: z.string().nullable(),
  quotes: z.array(z.object({ amount: z.string(), state: z.string() })),
  version: z.number(),
});

interface WorkOrder {
  ticketId: string;
  title: string;
  vendor: string;
  /** Sends it as the team, and returns the path of its page. */
  send: () => Promise<string>;
  /** The newest, as the team reads it. */
  read: () => Promise<z.infer<typeof job>>;
  /** What the team does to the job. */
  post: (path: string, data: object) => Promise<void>;
}

/** A ticket of a vendor who serves only its store. */
export const test = base.extend<{ order: WorkOrder }>({
  order: async ({ store }, use) => {
    const vendor = `Cool Air of ${store.name}`;
    const made = await store.api.post('/api/vendors', {
      data: {
        name: vendor,
        trades: ['refrigeration'],
        email: 'lee@cool-air.example',
        locationIds: [store.id],
      },
    });
    expect(made.status(), await made.text()).toBe(201);
    const { id: vendorId } = z.object({ id: z.string() }).parse(await made.json());
    const title = `Cooler at ${store.name}`;
    const ticketId = await store.create('/api/tickets', {
      title,
      description: 'It is warm.',
      ticketType: 'repair',
      vendorId,
    });
    const jobs = `/api/tickets/${ticketId}/vendor-jobs`;
    const post = async (path: string, data: object): Promise<void> => {
      const response = await store.api.post(path, { data });
      expect(response.ok(), await response.text()).toBe(true);
    };
    const read = async () => {
      const [newest] = z.array(job).parse(await (await store.api.get(jobs)).json());
      if (!newest) throw new Error('there is no work order');
      return newest;
    };
    const send = async (): Promise<string> => {
      await post(jobs, { message: 'Call the store first.' });
      return new URL((await read()).link ?? '').pathname;
    };
    await use({ ticketId, title, vendor, send, read, post });
    await store.api.patch(`/api/vendors/${vendorId}`, { data: { active: false } });
  },
});
