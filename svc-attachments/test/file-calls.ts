import type { TestUser } from '@mainstay/service-kit/testing';
import sharp from 'sharp';
import {
  type AttachmentResponse,
  attachmentResponse,
  downloadResponse,
  type UploadGrantResponse,
  uploadGrantResponse,
} from '../src/attachments/attachments.schemas.ts';
import type { ApiResponse, RunningService } from './running-service.ts';

/** What an uploaded file holds unless a test says otherwise. */
export const CONTENT = 'content';

/** The body that records an upload of `CONTENT`. */
export const recordRequest = (objectPath: string, fields: object = {}) => ({
  fileName: 'oven.txt',
  fileType: 'text/plain',
  fileSize: CONTENT.length,
  objectPath,
  ...fields,
});

interface Recording {
  caller?: TestUser;
  ticketId?: string;
  headers?: Record<string, string>;
  /** Of another replica. */
  url?: string;
}

/** Records an upload on ticket A as manager A by default. */
export const record = (
  service: RunningService,
  objectPath: string,
  fields: object = {},
  { caller = service.managerA, ticketId = service.ticketA, headers, url }: Recording = {},
): Promise<ApiResponse> =>
  service.call(caller, 'POST', listOf(ticketId), recordRequest(objectPath, fields), headers, url);

/** Where the attachments of a ticket are. */
export const listOf = (ticketId: string): string => `/api/tickets/${ticketId}/attachments`;

/** A granted upload. */
export async function grantUpload(
  service: RunningService,
  user: TestUser,
  query = '',
): Promise<UploadGrantResponse> {
  const { status, body } = await service.call(user, 'POST', `/api/attachments/upload${query}`);
  if (status !== 201) throw new Error(`no upload was granted: ${status}`);
  return uploadGrantResponse.parse(body);
}

/** A granted upload with its file. */
export async function storeUpload(
  service: RunningService,
  user: TestUser,
  content: string | Uint8Array<ArrayBuffer> = CONTENT,
): Promise<UploadGrantResponse> {
  const grant = await grantUpload(service, user);
  const status = await upload(grant.uploadURL, content);
  if (status !== 200) throw new Error(`the upload failed: ${status}`);
  return grant;
}

/** An attachment of a ticket whose file has the given content. */
export async function attach(
  service: RunningService,
  caller: TestUser,
  ticketId: string,
  content: string | Uint8Array<ArrayBuffer> = CONTENT,
  fileName = 'oven.txt',
  fileType = 'text/plain',
): Promise<AttachmentResponse> {
  const { objectPath } = await storeUpload(service, caller, content);
  const fields = { fileName, fileType, fileSize: Buffer.byteLength(content) };
  const { status, body } = await record(service, objectPath, fields, { caller, ticketId });
  if (status !== 201) throw new Error(`the upload was not recorded: ${status}`);
  return attachmentResponse.parse(body);
}

/** The download URL of an attachment's file. */
export async function downloadUrlOf(service: RunningService, user: TestUser, id: string): Promise<string> {
  const { body } = await service.call(user, 'GET', `/api/attachments/${id}/download`);
  return downloadResponse.parse(body).downloadURL;
}

/** PUTs bytes as a browser does: with the URL only, without a cookie. */
export async function upload(
  uploadURL: string,
  bytes: Uint8Array<ArrayBuffer> | string,
  type: string | null = 'image/png',
): Promise<number> {
  const response = await fetch(uploadURL, {
    method: 'PUT',
    body: Buffer.from(bytes),
    headers: type === null ? {} : { 'content-type': type },
  });
  await response.arrayBuffer();
  return response.status;
}

/** GETs a download URL as a browser does. */
export async function download(url: string): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await fetch(url);
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** A small picture of one colour. */
export const picture = async (format: 'jpeg' | 'png' = 'jpeg'): Promise<Buffer<ArrayBuffer>> => {
  const plain = sharp({ create: { width: 640, height: 480, channels: 3, background: '#a33' } });
  return Buffer.from(await plain.toFormat(format).toBuffer());
};
