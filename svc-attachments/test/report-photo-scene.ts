import { beforeEach, expect } from '@jest/globals';
import sharp from 'sharp';
import { attachmentResponse } from '../src/attachments/attachments.schemas.ts';
import { photoGrantResponse } from '../src/public-photos/public-photos.schemas.ts';
import { insertReport, insertTicket } from './core-rows.ts';
import { listOf, upload } from './file-calls.ts';
import { type ApiResponse, type Caller, type RunningService } from './running-service.ts';

/** A portrait photo of a phone: stored lying on its side, with the place where it was taken. */
export const photo = async (width = 640, height = 480): Promise<Buffer<ArrayBuffer>> =>
  Buffer.from(
    await sharp({ create: { width, height, channels: 3, background: '#a33' } })
      .withExif({
        IFD0: { Make: 'Camera', Orientation: '6' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer(),
  );

export const statusesOf = (responses: ApiResponse[]) => responses.map(({ status }) => status).sort();

/** Expects a response with this status, whose sentence matches. */
export const expectRefusal = ({ status, body }: ApiResponse, expected: number, words: RegExp) =>
  expect([status, body]).toEqual([
    expected,
    expect.objectContaining({ detail: expect.stringMatching(words) }),
  ]);

/** A new report without photos for each test, and what its reporter calls. Registers Jest's hooks. */
export function useReportPhotos(service: RunningService): ReportPhotoScene {
  const scene = new ReportPhotoScene(service);
  beforeEach(() => scene.prepare());
  return scene;
}

class ReportPhotoScene {
  ticketId!: string;
  reportId!: string;
  token!: string;

  constructor(private readonly service: RunningService) {}

  async prepare(): Promise<void> {
    this.ticketId = await insertTicket(this.service.backends, this.service.locationA);
    ({ token: this.token, id: this.reportId } = await this.newReport());
  }

  readonly newReport = (commentId?: string) => insertReport(this.service.backends, this.ticketId, commentId);

  readonly pathOf = (of = this.token) => `/api/intake/track/${of}/photos`;

  /** Asks for an upload. */
  readonly ask = (of = this.token, headers: Record<string, string> = {}, caller?: Caller) =>
    this.service.call(caller, 'POST', this.pathOf(of), undefined, headers);

  readonly grant = async (of = this.token) => photoGrantResponse.parse((await this.ask(of)).body);

  /** A granted upload with its file. */
  readonly send = async (bytes?: Buffer<ArrayBuffer>, of = this.token) => {
    const granted = await this.grant(of);
    expect(await upload(granted.uploadURL, bytes ?? (await photo()))).toBe(200);
    return granted;
  };

  /** Records an uploaded photo. */
  readonly done = (id: string, of = this.token, caller?: Caller) =>
    this.service.call(caller, 'POST', `${this.pathOf(of)}/${id}/done`);

  /** The attachments of the ticket, as its manager sees them. */
  readonly listed = async () => {
    const { body } = await this.service.call(this.service.managerA, 'GET', listOf(this.ticketId));
    return attachmentResponse.array().parse(body);
  };

  /** Makes the grants of the report look as if they had been given a while ago. */
  readonly age = (interval: string) =>
    this.service.sql(
      `UPDATE attachments.report_photos SET granted_at = granted_at - interval '${interval}',
         expires_at = expires_at - interval '${interval}' WHERE report_id = $1`,
      [this.reportId],
    );
}
