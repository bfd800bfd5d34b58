import { withConnection } from '../database/provision.ts';
import { ApiCalls } from './api-calls.ts';
import { readRows } from './insert-rows.ts';
import { type PhotoTarget, storePhoto } from './photos.ts';

interface VendorTarget extends PhotoTarget {
  coreUrl: string;
}

/** What a vendor sends on the page of their work order. */
interface VendorCall extends Record<string, unknown> {
  path: string;
  visitInHours?: number;
  /** The file that is sent with the path `photos`. */
  photo?: string;
}

/** A ticket that was not sent yet. */
interface UnsentJob {
  ticketId: string;
  senderEmail: string;
  message: string;
  /** Who answers for the vendor. */
  name: string;
  calls: VendorCall[];
}

const unsentStatement = `
  SELECT tickets.id AS "ticketId", "senderEmail", message, row.name, calls
  FROM jsonb_to_recordset($1) AS row("ticketTitle" text, "senderEmail" text, message text, name text, calls jsonb)
  JOIN core.tickets ON tickets.title = row."ticketTitle"
  WHERE NOT EXISTS (SELECT FROM core.vendor_jobs WHERE vendor_jobs.ticket_id = tickets.id)`;

/**
 * Sends some tickets to their vendors, who answer by their links: accepted with a visit, a quote, done. A failure is
 * only reported on the console.
 */
export async function addVendorJobs(target: VendorTarget): Promise<void> {
  const rows = JSON.stringify(readRows('vendor-jobs.jsonl'));
  const { rows: unsent } = await withConnection(target.databaseUrl, (client) =>
    client.query<UnsentJob>(unsentStatement, [rows]),
  );
  const results = await Promise.allSettled(unsent.map((job) => send(target, job)));
  for (const result of results) {
    if (result.status === 'fulfilled') continue;
    const words = result.reason instanceof Error ? result.reason.message : String(result.reason);
    target.progress.say(`A demo work order is missing: ${words}`);
  }
}

async function send(
  target: VendorTarget,
  { ticketId, senderEmail, message, name, calls }: UnsentJob,
): Promise<void> {
  const { authUrl, coreUrl, attachmentsUrl, publicUrl } = target;
  const sender = new ApiCalls(publicUrl);
  await sender.login(authUrl, senderEmail);
  const sent = await sender.call('POST', `${coreUrl}/api/tickets/${ticketId}/vendor-jobs`, { message });
  const token = sent('link').split('/').at(-1) ?? '';
  const vendor = new ApiCalls(publicUrl);
  for (const { path, visitInHours, photo, ...body } of calls) {
    const visitAt =
      visitInHours === undefined ? {} : { visitAt: new Date(Date.now() + visitInHours * 3_600_000) };
    const url = `${photo === undefined ? coreUrl : attachmentsUrl}/api/intake/jobs/${token}/${path}`;
    const answer = await vendor.call('POST', url, { name, ...body, ...visitAt });
    if (photo === undefined) continue;
    await storePhoto(target, photo, answer('uploadURL'));
    await vendor.call('POST', `${url}/${answer('id')}/done`, {});
  }
}
