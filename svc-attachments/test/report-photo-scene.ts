import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import { SchedulerRegistry } from '@nestjs/schedule';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { attachmentResponse } from '../src/attachments/attachments.schemas.ts';
import {
  type ReportPhotoGrantResponse,
  reportPhotoGrantResponse,
} from '../src/report-photos/report-photos.schemas.ts';
import { type Storage, STORAGE } from '../src/storage/storage.ts';
import { Sweeper } from '../src/sweeper/sweeper.ts';
import {
  type ApiResponse,
  insertReport,
  insertTicket,
  type RunningService,
  upload,
} from './running-service.ts';

/** A portrait photo of a phone: stored lying on its side, with the place where it was taken. */
export const photo = (width = 640, height = 480): Promise<Buffer<ArrayBuffer>> =>
  sharp({ create: { width, height, channels: 3, background: '#a33' } })
    .withExif({
      IFD0: { Make: 'Camera', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
    .then((bytes) => Buffer.from(bytes));

export const times = (count: number, status: number) => Array.from({ length: count }, () => status);

export const MB = 1024 * 1024;

export const isRefused = ({ status, body }: ApiResponse, words: RegExp) =>
  expect([status, body]).toEqual([status, expect.objectContaining({ detail: expect.stringMatching(words) })]);

/** A service, and for each test a report without photos. Registers Jest's hooks. */
export function reportPhotoScene(start: () => Promise<RunningService>): ReportPhotoScene {
  const scene = new ReportPhotoScene();
  beforeAll(async () => scene.open(await start()));
  afterAll(() => scene.service.close());
  beforeEach(() => scene.prepare());
  return scene;
}

class ReportPhotoScene {
  service!: RunningService;
  storage!: Storage;
  ticketId!: string;
  token!: string;
  reportId!: string;

  open(service: RunningService): void {
    this.service = service;
    this.storage = service.app.get<Storage>(STORAGE);
    service.app.get(SchedulerRegistry).deleteInterval('sweep');
  }

  async prepare(): Promise<void> {
    this.ticketId = await insertTicket(this.service.backends, this.service.locationA);
    ({ token: this.token, id: this.reportId } = await insertReport(this.service.backends, this.ticketId));
  }

  readonly sql = (text: string, values: unknown[] = []) => this.service.backends.admin.query(text, values);
  readonly sweep = () => this.service.app.get(Sweeper).sweep();
  readonly isStored = async (key: string) => (await this.storage.inspect(key)) !== undefined;

  readonly pathOf = (of = this.token) => `/api/intake/track/${of}/photos`;
  readonly ask = (of = this.token, headers: Record<string, string> = {}) =>
    this.service.call(undefined, 'POST', this.pathOf(of), undefined, headers);
  readonly done = (id: string, of = this.token) =>
    this.service.call(undefined, 'POST', `${this.pathOf(of)}/${id}/done`);

  readonly grant = async (of = this.token): Promise<ReportPhotoGrantResponse> => {
    const { status, body } = await this.ask(of);
    expect(status).toBe(201);
    return reportPhotoGrantResponse.parse(body);
  };

  readonly send = async (bytes?: Buffer<ArrayBuffer>, of = this.token): Promise<ReportPhotoGrantResponse> => {
    const granted = await this.grant(of);
    expect(await upload(granted.uploadURL, bytes ?? (await photo()))).toBe(200);
    return granted;
  };

  readonly listed = async () => {
    const { service, ticketId } = this;
    const { body } = await service.call(service.managerA, 'GET', `/api/tickets/${ticketId}/attachments`);
    return attachmentResponse.array().parse(body);
  };

  /** As soon as each has a thumbnail. */
  readonly listedWithThumbnails = async () => {
    let attachments = await this.listed();
    for (
      let tries = 0;
      tries < 100 && attachments.some(({ thumbnailURL }) => thumbnailURL === null);
      tries += 1
    ) {
      await sleep(50);
      attachments = await this.listed();
    }
    return attachments;
  };

  /** Lets the grants of the report have been given a while ago. */
  readonly age = (interval: string) =>
    this.sql(
      `UPDATE attachments.report_photos SET granted_at = granted_at - interval '${interval}',
         expires_at = expires_at - interval '${interval}' WHERE report_id = $1`,
      [this.reportId],
    );
}
