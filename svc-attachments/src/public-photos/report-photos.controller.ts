import {
  codeSchema,
  IdempotencyKey,
  type IdempotentRequest,
  idSchema,
  Public,
  publicNotFound,
  Returns,
  WriteLimits,
} from '@mainstay/service-kit';
import { Controller, Ip, Param, Post, Req } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { refuseFields } from '../attachments/refuse-fields.ts';
import {
  type PhotoGrantResponse,
  photoGrantResponse,
  type PhotoResponse,
  photoResponse,
} from './public-photos.schemas.ts';
import { PublicPhotosService } from './public-photos.service.ts';
import { ownerOfReport } from './photo-owner.ts';
import { CurrentReport, type TrackedReport } from './tracked-reports.ts';

/** The photos of a report from a store. The tracking token alone authorizes; a session that comes along is ignored. */
@ApiTags('Intake')
@ApiParam({ name: 'token', description: 'The tracking token of the report.', schema: codeSchema })
@Controller('api/intake/track/:token/photos')
@Public()
export class ReportPhotosController {
  constructor(
    private readonly photos: PublicPhotosService,
    private readonly writes: WriteLimits,
  ) {}

  @Post()
  @Returns(201, photoGrantResponse, {
    operationId: 'grantReportPhoto',
    summary: 'Get a URL to upload one photo of a report',
    description:
      'A report has at most 5 photos. PUT a JPEG, PNG or WebP of at most 10 MB and 50 megapixels to the URL, then call ' +
      '`done`, both before `expiresAt`: a photo that was not recorded by then no longer counts. At most 20 uploads of a ' +
      'report are granted in an hour.',
    problems: [400, 403, 404, 'too_many_photos', 'upload_expired', 413, 415, 422, 429],
  })
  async grant(
    @CurrentReport() report: TrackedReport,
    @Ip() address: string,
    @Req() { body }: FastifyRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ): Promise<PhotoGrantResponse> {
    await this.writes.takeByAddress(address);
    refuseFields(body);
    return this.photos.grant(ownerOfReport(report), address, idempotentRequest);
  }

  @Post(':id/done')
  @Returns(200, photoResponse, {
    operationId: 'recordReportPhoto',
    summary: 'Record an uploaded photo of a report',
    description:
      'The photo is encoded again: upright, at most 2,048 pixels on its longest side, at most 2 MB, without the place it was ' +
      'taken or any other metadata. The uploaded file is removed. May be repeated: a photo is recorded once. Returns 422 for a ' +
      'file that is not a photo, is damaged or has too many pixels; it still counts among the 5.',
    problems: [
      400,
      403,
      404,
      'too_many_photos',
      'not_uploaded',
      'upload_expired',
      'file_too_large',
      'storage_full',
      'not_a_picture',
      413,
      415,
      422,
      429,
    ],
  })
  async done(
    @CurrentReport() report: TrackedReport,
    @Ip() address: string,
    @Param('id') id: string,
  ): Promise<PhotoResponse> {
    await this.writes.takeByAddress(address);
    if (!idSchema.safeParse(id).success) throw publicNotFound();
    return this.photos.record(ownerOfReport(report), id.toLowerCase(), address);
  }
}
