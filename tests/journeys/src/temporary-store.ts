import { type APIRequestContext, type APIResponse, test as base } from '@playwright/test';
import { z } from 'zod';
import { password, people } from './people.ts';

const created = z.object({ id: z.string() });
const employees = z.array(z.object({ id: z.string(), email: z.string() }));

/** A picture of 8 by 8 pixels. */
export const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mPgTcnAihiGlgQAHEM2Qd3Zf9YAAAAASUVORK5CYII=',
  'base64',
);

/** A location that one journey may change freely; the demo data stays as it was. */
export interface TemporaryStore {
  id: string;
  name: string;
  /** The API as an administrator, independent of the page's session. */
  api: APIRequestContext;
  /**
   * Creates an entity at the location through the API.
   * @returns its id
   */
  create: (path: string, body: object) => Promise<string>;
  /** Deletes the location and everything at it. */
  remove: () => Promise<void>;
}

async function ok(request: Promise<APIResponse>): Promise<APIResponse> {
  const response = await request;
  if (!response.ok()) throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`);
  return response;
}

/** A test with a `store` that is assigned to `manager@example.com`. */
export const test = base.extend<{ store: TemporaryStore }>({
  store: async ({ playwright, baseURL }, use) => {
    const api = await playwright.request.newContext({ ...(baseURL !== undefined && { baseURL }) });
    await ok(api.post('/api/login', { data: { email: people.admin, password } }));
    const create = async (path: string, body: object): Promise<string> =>
      created.parse(await (await ok(api.post(path, { data: body }))).json()).id;

    const name = `Journey ${Date.now()}`;
    const place = { address: '1 Main Street', city: 'Portland', state: 'ME', zipCode: '04101' };
    const id = await create('/api/locations', { ...place, name, storeNumber: name });
    const found = employees.parse(await (await ok(api.get('/api/managers'))).json());
    const manager = found.find(({ email }) => email === people.manager);
    await create('/api/managers/assign', { managerId: manager?.id, locationId: id });

    const state = { isThere: true };
    const remove = async (): Promise<void> => {
      state.isThere = false;
      await ok(api.delete(`/api/locations/${id}`));
    };
    await use({ id, name, api, create: (path, body) => create(path, { ...body, locationId: id }), remove });
    if (state.isThere) await remove();
    await api.dispose();
  },
});
