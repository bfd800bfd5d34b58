import { type Caller, pathOf, textOf } from './caller.ts';

/**
 * Uploads a file as a browser does, and attaches it to a ticket.
 * @param upload sends it to a storage that is not behind the gateway
 * @returns the attachment's id
 */
export async function attachFile(
  caller: Pick<Caller, 'ask'>,
  ticketId: string,
  content: string | Buffer = 'content',
  upload: (uploadURL: string) => Promise<unknown> = (url) => caller.ask('PUT', pathOf(url), content),
): Promise<string> {
  const grant = await caller.ask('POST', '/api/attachments/upload');
  await upload(textOf(grant, 'uploadURL'));
  const recorded = await caller.ask('POST', `/api/tickets/${ticketId}/attachments`, {
    fileName: 'oven.txt',
    fileType: 'text/plain',
    fileSize: Buffer.byteLength(content),
    objectPath: textOf(grant, 'objectPath'),
  });
  return textOf(recorded, 'id');
}
