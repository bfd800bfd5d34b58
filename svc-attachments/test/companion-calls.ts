import { createTestUser, type TestUser } from '@mainstay/service-kit/testing';
import {
  type MultipartUploadResponse,
  multipartUploadResponse,
  signedPartResponse,
} from '../src/companion/companion.schemas.ts';
import { type ApiResponse, type RunningService, runService } from './running-service.ts';
import { openS3, type S3Server } from './s3-server.ts';

export const PATH = '/api/attachments/s3';
export const PARAMS = `${PATH}/params?filename=oven.txt&type=text/plain&metadata%5Bname%5D=oven.txt`;
export const FILE = {
  filename: 'oven.bin',
  type: 'application/pdf',
  metadata: { name: 'oven.bin', relativePath: null },
};

/** The calls that the widget's companion gets, of a service that runs on one of the storages. */
export class CompanionCalls {
  private constructor(
    readonly service: RunningService,
    readonly s3: S3Server,
  ) {}

  /** @param settings besides those of the storage, from the S3 server */
  static async start(
    driver: 'disk' | 's3',
    settings: (s3: S3Server) => Record<string, string> = () => ({}),
  ): Promise<CompanionCalls> {
    const s3 = await openS3();
    const service = await runService(driver === 's3' ? { ...s3.env, ...settings(s3) } : {});
    return new CompanionCalls(service, s3);
  }

  async close(): Promise<void> {
    await this.service.close();
    await this.s3.close();
  }

  /** A district manager of location A. */
  async newManager(): Promise<TestUser> {
    const { backends, config, locationA } = this.service;
    const manager = await createTestUser(backends, config, { role: 'district_manager' });
    await backends.admin.query(
      'INSERT INTO core.manager_assignments (manager_id, location_id) VALUES ($1, $2)',
      [manager.userId, locationA],
    );
    return manager;
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

  record(user: TestUser, objectPath: string, fileSize: number): Promise<ApiResponse> {
    const path = `/api/tickets/${this.service.ticketA}/attachments`;
    return this.service.call(user, 'POST', path, { fileName: 'oven.bin', fileSize, objectPath });
  }

  async openGrants(user: TestUser): Promise<number> {
    const { rowCount } = await this.service.backends.admin.query(
      'SELECT FROM attachments.upload_grants WHERE granted_to = $1',
      [user.userId],
    );
    return rowCount ?? 0;
  }
}

/** Where an upload in parts is asked for. */
export const addressOf = ({ uploadId, key }: MultipartUploadResponse, suffix = ''): string =>
  `${PATH}/multipart/${encodeURIComponent(uploadId)}${suffix}?${new URLSearchParams({ key }).toString()}`;
