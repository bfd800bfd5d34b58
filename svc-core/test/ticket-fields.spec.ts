import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { updateTicketRequest as limits } from '../openapi.limits.ts';
import { searchedText } from '../src/fields/search-text.ts';
import { fieldsLike } from '../src/entities/response-columns.ts';
import {
  createTicketRequest,
  type TicketResponse,
  ticketResponse,
  updateTicketRequest,
} from '../src/ticket-rows/tickets.schemas.ts';
import { type CoreService, startCoreService } from './core-service.ts';

let core: CoreService;
beforeAll(async () => {
  core = await startCoreService();
});
afterAll(() => core.close());

/** Those that a new ticket has, too. */
const texts = Object.entries(updateTicketRequest.shape).filter(
  ([field, schema]) => field in createTicketRequest.shape && schema.safeParse('x y').success,
);
const isOptional = (field: string) => ticketResponse.shape[field as 'notes'].safeParse(null).success;
const lengths = new Map<string, { maxLength?: number }>(Object.entries(limits));
const searched = fieldsLike(ticketResponse, searchedText);
const required = () => ({
  title: 'Oven',
  description: 'Cold',
  locationId: core.storeA,
  ticketType: 'repair',
});
interface Created {
  status: number;
  body: TicketResponse;
}
const post = (body: object): PromiseLike<Created> => core.as(core.admin).post('/api/tickets').send(body);
const found = async (q: string) => {
  const response = await core.as(core.admin).get('/api/tickets').query({ q });
  return (response.body as TicketResponse[]).map(({ id }) => id);
};

describe.each(texts.map(([field]) => [field]))('the text %s of a ticket', (field) => {
  const value = `Of ${field}`;

  it('is stored as given, changed, and shown in the timeline', async () => {
    const created = await post({ ...required(), [field]: ` ${value} ` });
    expect([created.status, Reflect.get(created.body, field)]).toEqual([201, value]);
    const address = `/api/tickets/${created.body.id}`;
    const changed = await core
      .as(core.admin)
      .patch(address)
      .send({ [field]: 'Other' });
    expect([changed.status, Reflect.get(changed.body as object, field)]).toEqual([200, 'Other']);
    expect((await core.as(core.admin).get(address)).body).toEqual(changed.body);
    expect((await core.as(core.admin).get(`${address}/timeline`)).body).toMatchObject([
      { kind: 'created' },
      { kind: 'changed', changes: [{ field, from: value, to: 'Other' }] },
    ]);
  });

  it(isOptional(field) ? 'may be missing, null or empty' : 'must not be empty', async () => {
    // Spaces alone are no reference.
    for (const empty of [undefined, null, ...(field === 'externalId' ? [] : [' '])]) {
      const { status, body } = await post({ ...required(), [field]: empty });
      const given: unknown = Reflect.get(body, field);
      expect([status, given]).toEqual(isOptional(field) ? [201, null] : [400, given]);
    }
  });

  it('has a limit', async () => {
    const most = lengths.get(field)?.maxLength ?? 0;
    expect((await post({ ...required(), [field]: 'x'.repeat(most) })).status).toBe(201);
    const { status, body } = await post({ ...required(), [field]: 'x'.repeat(most + 1) });
    expect([status, Object.keys(Reflect.get(body, 'errors') as object)]).toEqual([400, [field]]);
  });

  it(searched.includes(field) ? 'is searched' : 'is not searched', async () => {
    const { body } = await post({ ...required(), [field]: `Zebra ${field} 7` });
    const hits = searched.includes(field) ? [body.id] : [];
    expect(await found(`zebra ${field}`)).toEqual(hits);
    expect(await found(`${field} 8`)).toEqual([]);
  });
});
