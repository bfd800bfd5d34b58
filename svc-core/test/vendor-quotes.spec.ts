import { describe, expect, it } from '@jest/globals';
import { conversationOf } from './conversation.ts';
import { unknownId, useCoreService } from './core-service.ts';
import { vendorCallsOf } from './vendor-calls.ts';

const core = useCoreService();
const talk = conversationOf(core);
const { call, eventsOf, jobs, page, sent, staff } = vendorCallsOf(core);

describe('a decision about a quote', () => {
  const quoted = async (ofVendor: object, ofTicket: object, amount = '900') => {
    const one = await sent({ ...ofVendor }, ofTicket);
    await call(one.token, 'quotes', { amount, description: 'Compressor' }).expect(201);
    const [job] = await jobs(one.ticket.id);
    const id = job?.quotes[0]?.id ?? '';
    const decide = (decision: string, user = core.managerA, note?: string) =>
      staff(`vendor-quotes/${id}/decision`, { decision, ...(note !== undefined && { note }) }, user);
    return {
      ...one,
      decide,
      limit: async () => (await talk.getTicket(core.admin, one.ticket.id)).spendingLimit,
    };
  };

  it.each([
    ['a first limit', {}, {}, '900.00'],
    [
      'a first limit up to that of the vendor',
      { spending_limit: '1000' },
      { spendingLimit: null },
      '1000.00',
    ],
    ['a quote within the limit, which stays', {}, { spendingLimit: '1500' }, '1500.00'],
  ])('by a manager sets %s', async (_what, ofVendor, ofTicket, limit) => {
    const { decide, limit: present, token } = await quoted(ofVendor, ofTicket);
    const response = await decide('approve', core.managerA, 'Go ahead.');
    expect([response.status, response.body]).toMatchObject([
      200,
      { quotes: [{ state: 'approved', note: 'Go ahead.' }] },
    ]);
    expect(await present()).toBe(limit);
    expect((await page(token)).quotes).toMatchObject([
      { state: 'approved', amount: '900.00', note: 'Go ahead.' },
    ]);
    expect((await decide('decline')).body).toMatchObject({
      status: 409,
      detail: 'This quote is not open any more.',
    });
  });

  it('that raises the limit is for administrators', async () => {
    const { decide, limit, ticket } = await quoted({}, { spendingLimit: '500' });
    expect((await decide('approve')).body).toMatchObject({
      status: 403,
      detail: 'Only an administrator can raise the limit to $900.00.',
    });
    expect(await limit()).toBe('500.00');
    expect((await decide('approve', core.admin)).status).toBe(200);
    expect(await limit()).toBe('900.00');
    const lines = await talk.timeline(core.admin, ticket.id);
    expect(
      lines
        .slice(-2)
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['changed', 'quote_approved']);
  });

  it('that declines changes no limit, and another store reads nothing of it', async () => {
    const { decide, limit, ticket } = await quoted({}, {});
    expect((await decide('decline', core.managerB)).status).toBe(404);
    expect((await decide('decline')).body).toMatchObject({ quotes: [{ state: 'declined' }] });
    expect(await limit()).toBeNull();
    expect(await eventsOf(ticket)).toMatchObject([
      {},
      {
        kind: 'vendor_quoted',
        actor_id: null,
        told_to: [core.managerA.userId],
        vendor: { by: 'Lee', amount: '900.00' },
      },
      { kind: 'quote_declined', vendor: { amount: '900.00', generation: 1 } },
    ]);
    expect((await staff(`vendor-quotes/${unknownId}/decision`, { decision: 'decline' })).status).toBe(404);
  });

  it('is of the last quote: a new one replaces the open one, also of two at once', async () => {
    const { token, ticket } = await quoted({}, {});
    await Promise.all(
      ['700', '800'].map((amount) => call(token, 'quotes', { amount, description: 'Less' }).expect(201)),
    );
    const [job] = await jobs(ticket.id);
    expect(job?.quotes.map(({ state }) => state)).toEqual(['open', 'replaced', 'replaced']);
  });
});
