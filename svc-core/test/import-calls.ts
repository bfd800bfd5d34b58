import { ImportWork } from '../src/imports/import-work.ts';
import type { ImportResponse, ImportRowResponse } from '../src/imports/imports.schemas.ts';
import type { CoreService } from './core-service.ts';

export const header = 'storeNumber,name,address,city,state,zipCode,phone';
/** A file of so many stores, whose numbers begin alike. */
export const stores = (count: number, prefix: string): string =>
  [
    header,
    ...Array.from(
      { length: count },
      (_, index) => `${prefix}-${index},Store ${index},${index} Main Street,Portland,ME,04101,`,
    ),
  ].join('\n');
export const counts = { create: 0, update: 0, unchanged: 0, error: 0, applied: 0, conflict: 0 };

/** Calls of an administrator. */
export function importsOf(core: CoreService) {
  const send = (kind: string, file: string | Buffer, user = core.admin) =>
    core.as(user).post(`/api/imports/${kind}`).set('Content-Type', 'text/csv').send(file);

  async function plan(kind: string, file: string | Buffer): Promise<ImportResponse> {
    const response = await send(kind, file);
    if (response.status !== 201) throw new Error(`${response.status} ${response.text}`);
    return response.body as ImportResponse;
  }

  async function rowsOf(id: string, query = ''): Promise<ImportRowResponse[]> {
    return (await core.as(core.admin).get(`/api/imports/${id}/rows${query}`)).body as ImportRowResponse[];
  }

  const apply = (id: string, query = '') => core.as(core.admin).post(`/api/imports/${id}/apply${query}`);

  async function applied(id: string): Promise<ImportResponse> {
    const read = async () => (await core.as(core.admin).get(`/api/imports/${id}`)).body as ImportResponse;
    await core.runUntil([ImportWork], async () => (await read()).state === 'applied');
    const found = await read();
    if (found.state !== 'applied') throw new Error(`${id} is not applied`);
    return found;
  }

  return { send, plan, rowsOf, apply, applied };
}
