import type { TestUser } from '@mainstay/service-kit/testing';
import {
  type MultipartUploadResponse,
  multipartUploadResponse,
  signedPartResponse,
} from '../src/companion/companion.schemas.ts';
import { insertManager } from './core-rows.ts';
import { record } from './file-calls.ts';
import { type ApiResponse, type RunningService } from './running-service.ts';

export const PATH = '/api/attachments/s3';
export const PARAMS = `${PATH}/params?filename=oven.txt&type=text/plain&metadata%5Bname%5D=oven.txt`;
export const FILE = {
  filename: 'oven.bin',
  type: 'application/pdf',
  metadata: { name: 'oven.bin', relativePath: null },
};

/** The calls of the upload widget to a service on one of the storages. */
export class CompanionCalls {
  constructor(readonly service: RunningService) {}

  newManager(): Promise<TestUser> {
    return insertManager(this.service);
  }

  async begin(user: TestUser): Promise<MultipartUploadResponse> {
    const { body } = await this.service.call(user, 'POST', `${PATH}/multipart`, FILE);
    return multipartUploadResponse.parse(body);
  }

  /** Sends a part where it is signed for; its ETag. */
  async sendPart(
    user: TestUser,
    begun: MultipartUploadResponse,
    number: number,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<string> {
    const { body } = await this.service.call(user, 'GET', addressOf(begun, `/${number}`));
    const response = await fetch(signedPartResponse.parse(body).url, { method: 'PUT', body: bytes });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`the part was not taken: ${response.status}`);
    return response.headers.get('etag') ?? '';
  }

  record(caller: TestUser, objectPath: string, fileSize: number): Promise<ApiResponse> {
    return record(this.service, objectPath, { fileSize }, { caller });
  }

  async openGrants(user: TestUser): Promise<number> {
    const { rowCount } = await this.service.sql(
      'SELECT FROM attachments.upload_grants WHERE granted_to = $1',
      [user.userId],
    );
    return rowCount ?? 0;
  }
}

/** The path of an upload in parts. */
export const addressOf = ({ uploadId, key }: MultipartUploadResponse, suffix = ''): string =>
  `${PATH}/multipart/${encodeURIComponent(uploadId)}${suffix}?${new URLSearchParams({ key }).toString()}`;
