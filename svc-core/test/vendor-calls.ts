import type { JobPage } from '../src/vendor-calls/link-calls.schemas.ts';
import type { JobResponse } from '../src/vendor-calls/vendor-calls.schemas.ts';
import type { TicketResponse } from '../src/ticket-rows/tickets.schemas.ts';
import type { CoreService, Row } from './core-service.ts';
import { anAddress } from './intake-calls.ts';

type User = { cookie: string };

/** A job, and what its link opens. */
export interface SentJob {
  ticket: TicketResponse;
  job: JobResponse;
  token: string;
}

export const tokenOf = ({ link }: Pick<JobResponse, 'link'>): string => link?.split('/').at(-1) ?? '';

/** Calls of staff, by manager A unless another user is named, and calls of a link. */
export function vendorCallsOf(core: CoreService) {
  const staff = (path: string, body: object = {}, user: User = core.managerA, key?: string) => {
    const request = core.as(user).post(`/api/${path}`);
    return (key === undefined ? request : request.set('Idempotency-Key', key)).send(body);
  };
  const send = (ticketId: string, body: object = {}, user?: User, key?: string) =>
    staff(`tickets/${ticketId}/vendor-jobs`, body, user, key);
  const call = (token: string, path: string, body: object = {}, key?: string) => {
    const request = core.as().post(`/api/intake/jobs/${token}/${path}`).set('X-Forwarded-For', anAddress());
    return (key === undefined ? request : request.set('Idempotency-Key', key)).send({ name: 'Lee', ...body });
  };
  const open = (token: string) =>
    core.as().get(`/api/intake/jobs/${token}`).set('X-Forwarded-For', anAddress());
  const vendor = (more: Row = {}) =>
    core.insert('vendors', { name: `Cool Air ${Math.random()}`, email: 'service@example.com', ...more });
  const unsent = async (ofVendor: Row = {}, ofTicket: object = {}): Promise<TicketResponse> => {
    const { redis } = core.backends;
    const counters = await redis.keys('vendor:sent_*');
    if (counters.length > 0) await redis.del(counters);
    const vendorId = await vendor(ofVendor);
    return core.create<TicketResponse>('tickets', { vendorId, ...ofTicket });
  };
  return {
    staff,
    send,
    call,
    open,
    vendor,

    /** A ticket of store A with a vendor; what was sent before does not count. */
    unsent,

    /** A ticket of store A that is sent to a vendor. */
    sent: async (ofVendor: Row = {}, ofTicket: object = {}, user?: User): Promise<SentJob> => {
      const ticket = await unsent(ofVendor, ofTicket);
      const response = await send(ticket.id, {}, user);
      if (response.status !== 201) throw new Error(response.text);
      const job = response.body as JobResponse;
      return { ticket, job, token: tokenOf(job) };
    },

    /** All that a link could change, as one text. */
    rowsOf: async (): Promise<string> => {
      return JSON.stringify(
        await core.query(
          `SELECT (SELECT json_agg(j) FROM core.vendor_jobs j), (SELECT json_agg(q) FROM core.vendor_quotes q),
             (SELECT count(*) FROM core.ticket_comments), (SELECT count(*) FROM core.ticket_events),
             (SELECT count(*) FROM core.ticket_costs), (SELECT max(version) FROM core.tickets)`,
        ),
      );
    },

    eventsOf: ({ id }: { id: string }) =>
      core.query(
        'SELECT kind, actor_id, told_to, vendor FROM core.ticket_events WHERE ticket_id = $1 ORDER BY id',
        [id],
      ),

    page: async (token: string): Promise<JobPage> => {
      const response = await open(token);
      if (response.status !== 200) throw new Error(response.text);
      return response.body as JobPage;
    },

    jobs: async (ticketId: string, user: User = core.managerA): Promise<JobResponse[]> => {
      const response = await core.as(user).get(`/api/tickets/${ticketId}/vendor-jobs`);
      if (response.status !== 200) throw new Error(response.text);
      return response.body as JobResponse[];
    },
  };
}
