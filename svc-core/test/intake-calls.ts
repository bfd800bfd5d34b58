import { hashOfCode, newCode } from '@mainstay/service-kit';
import { randomInt } from 'node:crypto';
import type { ScannedCodeResponse, ReportResponse, TrackingResponse } from '../src/intake/intake.schemas.ts';
import type { CoreService, Row } from './core-service.ts';

/** Addresses share a limit, so each report comes from another one unless it names one. */
export const anAddress = (): string => `198.18.${randomInt(256)}.${randomInt(256)}`;

export const aReport = { description: 'The oil does not get hot.', urgency: 'high' };

interface Sending {
  key?: string;
  address?: string;
  headers?: Record<string, string>;
}

/** The public calls, and what they need in the database. */
export const intakeOf = (core: CoreService) => {
  const read = (path: string, address = anAddress()) =>
    core.as().get(`/api/intake/${path}`).set('X-Forwarded-For', address);
  const post = (
    path: string,
    body: object,
    { key, address = anAddress(), headers = {} }: Sending = {},
    user?: { cookie: string },
  ) =>
    core
      .as(user)
      .post(`/api/intake/${path}`)
      .set('X-Forwarded-For', address)
      .set({ ...headers, ...(key !== undefined && { 'Idempotency-Key': key }) })
      .send(body);
  const track = (token: string) => read(`track/${token}`);
  return {
    read,
    post,
    track,

    /** A piece of equipment. */
    equipment: (name = 'Fryer 2', locationId = core.storeA): Promise<string> =>
      core.insert('equipment', { location_id: locationId, name }),

    /** A new code of store A. */
    async code(columns: Row = {}): Promise<{ code: string; id: string }> {
      const code = newCode();
      const id = await core.insert('intake_codes', {
        location_id: core.storeA,
        code_hash: hashOfCode(code),
        ...columns,
      });
      return { code, id };
    },

    /** Sends a report; it fails the test unless it is accepted. */
    async report(code: string, body: object = {}, sending: Sending = {}): Promise<ReportResponse> {
      const response = await post(`${code}/reports`, { ...aReport, ...body }, sending);
      if (response.status !== 201) throw new Error(`${response.status}: ${response.text}`);
      return response.body as ReportResponse;
    },

    async onCode(code: string): Promise<ScannedCodeResponse> {
      const response = await read(code);
      if (response.status !== 200) throw new Error(`${response.status}: ${response.text}`);
      return response.body as ScannedCodeResponse;
    },

    async tracked(token: string): Promise<TrackingResponse> {
      const response = await track(token);
      if (response.status !== 200) throw new Error(`${response.status}: ${response.text}`);
      return response.body as TrackingResponse;
    },

    /** The id of the ticket with this number. */
    async ticketId(number: number): Promise<string> {
      const [ticket] = await core.query<{ id: string }>('SELECT id FROM core.tickets WHERE number = $1', [
        number,
      ]);
      return ticket?.id ?? '';
    },

    /** Rows of a table of the schema core. */
    rows: (table: string, condition = 'TRUE', values: unknown[] = []): Promise<Row[]> =>
      core.query(`SELECT * FROM core.${table} WHERE ${condition} ORDER BY 1`, values),

    /** So many reports of a ticket that cannot be tracked any more, each with a reply. */
    async addEnded(count: number): Promise<void> {
      await core.query(
        `WITH reports AS (
           INSERT INTO core.intake_reports
             (ticket_id, description, urgency, reporter_name, contact, language, tracking_hash, tracking_until)
           SELECT $1, 'x', 'low', 'Sam', 'sam@example.com', 'en', sha256(n::text::bytea), now() - interval '1 day'
           FROM generate_series(1, $2) n RETURNING id
         ), comments AS (
           INSERT INTO core.ticket_comments (ticket_id, author_name, body, visibility, via)
           SELECT $1, 'Sam', id::text, 'reporter', 'qr' FROM reports RETURNING id, body
         )
         INSERT INTO core.intake_replies (comment_id, report_id) SELECT id, body::uuid FROM comments`,
        [await core.insert('tickets', { via: 'qr' }), count],
      );
    },
  };
};
