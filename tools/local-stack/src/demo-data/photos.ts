import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeNote } from '../database/notes.ts';
import { withConnection } from '../database/provision.ts';
import type { Progress } from '../progress.ts';
import { ApiCalls, requireSuccess } from './api-calls.ts';
import { changeTrail, hoursAfter, pastId } from './past.ts';
import { readRows, type Row } from './insert-rows.ts';

/** A system with running services. */
export interface PhotoTarget {
  databaseUrl: string;
  /** Own addresses of two services. */
  authUrl: string;
  attachmentsUrl: string;
  publicUrl: string;
  progress: Progress;
}

/** A photo that is not recorded yet, and who uploads it. */
interface MissingPhoto {
  fileName: string;
  email: string;
  ticketId: string;
  /** Null for a photo of the ticket itself. */
  commentId: string | null;
}

/** The photos with the tickets and comments they belong to, from {@link photoRows}. */
const photos = `(
  SELECT photo, email, tickets.id AS ticket_id, comments.id AS comment_id,
    coalesce(comments.created_at, tickets.created_at) + interval '20 seconds' AS taken_at
  FROM jsonb_to_recordset($1) AS row("ticketTitle" text, "afterHours" float8, email text, photo text)
  JOIN core.tickets ON tickets.title = row."ticketTitle"
  LEFT JOIN core.ticket_comments AS comments ON comments.ticket_id = tickets.id
    AND comments.created_at = ${hoursAfter('tickets.created_at', '"afterHours"')}
  WHERE "afterHours" IS NULL OR comments.body IS NOT NULL
) AS photos`;

const missingStatement = `
  SELECT photo AS "fileName", email, ticket_id AS "ticketId", comment_id AS "commentId" FROM ${photos}
  WHERE NOT EXISTS (
    SELECT FROM attachments.attachments
    WHERE attachments.ticket_id = photos.ticket_id AND attachments.file_name = photo)`;

const timesStatement = `
  UPDATE attachments.attachments SET created_at = taken_at FROM ${photos}
  WHERE attachments.ticket_id = photos.ticket_id AND attachments.file_name = photo`;

const trailStatement = `
  UPDATE auth.audit_entries AS entry SET id = ${pastId('taken_at')}, occurred_at = taken_at,
    after = jsonb_set(after, '{created_at}', to_jsonb(taken_at::timestamptz(3)))
  FROM ${photos} JOIN attachments.attachments
    ON attachments.ticket_id = photos.ticket_id AND attachments.file_name = photo
  WHERE entry.entity = 'attachment' AND entry.action = 'create' AND entry.entity_id = attachments.id`;

/**
 * Uploads the photos that are missing, as the people who took them, and dates them back to their tickets and comments;
 * once all are there, the demo data are finished. A failure is only reported on the console.
 */
export async function addPhotos(target: PhotoTarget): Promise<void> {
  const rows = JSON.stringify(photoRows());
  const { rows: missing } = await withConnection(target.databaseUrl, (client) =>
    client.query<MissingPhoto>(missingStatement, [rows]),
  );
  const people = [...new Set(missing.map(({ email }) => email))];
  const results = await Promise.allSettled(people.map((email) => uploadAll(target, email, missing)));
  const failures = results.filter((result) => result.status === 'rejected');
  for (const { reason } of failures) {
    const words = reason instanceof Error ? reason.message : String(reason);
    target.progress.say(`Some demo photos are missing; the next start tries again: ${words}`);
  }
  await withConnection(target.databaseUrl, async (client) => {
    await client.query('BEGIN');
    // That the date changes is no part of the story.
    await client.query('ALTER TABLE attachments.attachments DISABLE TRIGGER tr_attachments_audit');
    await client.query(timesStatement, [rows]);
    await client.query('ALTER TABLE attachments.attachments ENABLE TRIGGER tr_attachments_audit');
    await changeTrail(client, trailStatement, [rows]);
    if (failures.length === 0) await writeNote(client, 'demo-data', 'finished');
    await client.query('COMMIT');
  });
}

/** The photos of tickets, taken by whoever created them, and of comments, taken by their authors. */
const photoRows = (): Row[] =>
  [
    ...readRows('tickets.jsonl').map((row) => ({
      ...row,
      ticketTitle: row['title'],
      email: row['creatorEmail'],
    })),
    ...readRows('comments.jsonl').map((row) => ({ ...row, email: row['authorEmail'] })),
  ].filter((row) => 'photo' in row);

const fileOf = (fileName: string): string => join(import.meta.dirname, 'photos', fileName);

/** Puts the bytes of a photo to the address that a service granted. */
export async function storePhoto(
  { attachmentsUrl, publicUrl }: PhotoTarget,
  fileName: string,
  granted: string,
): Promise<void> {
  const uploadURL = new URL(granted);
  const { origin, pathname, search } = uploadURL;
  // The gateway is not up yet; an address in S3 works as it is.
  const isOwn = origin === new URL(publicUrl).origin;
  const stored = await fetch(isOwn ? new URL(pathname + search, attachmentsUrl) : uploadURL, {
    method: 'PUT',
    body: await readFile(fileOf(fileName)),
    signal: AbortSignal.timeout(20_000),
  });
  await requireSuccess(stored, `PUT ${fileName}`);
}

async function uploadAll(target: PhotoTarget, email: string, missing: MissingPhoto[]): Promise<void> {
  const { authUrl, attachmentsUrl, publicUrl } = target;
  const calls = new ApiCalls(publicUrl);
  await calls.login(authUrl, email);
  for (const { fileName, ticketId, commentId } of missing.filter((photo) => photo.email === email)) {
    const { size: fileSize } = await stat(fileOf(fileName));
    const query = `ticketId=${ticketId}&fileSize=${fileSize}`;
    const grant = await calls.call('POST', `${attachmentsUrl}/api/attachments/upload?${query}`, {});
    await storePhoto(target, fileName, grant('uploadURL'));
    await calls.call('POST', `${attachmentsUrl}/api/tickets/${ticketId}/attachments`, {
      fileName,
      fileType: 'image/jpeg',
      fileSize,
      objectPath: grant('objectPath'),
      ...(commentId !== null && { commentId }),
    });
  }
}
