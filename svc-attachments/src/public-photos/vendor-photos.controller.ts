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
import { Body, Controller, Get, Ip, Param, Post, Req, StreamableFile } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { refuseFields } from '../attachments/refuse-fields.ts';
import { CurrentJob, type LinkedJob, ReadableJob, requireOpenJob } from './linked-jobs.ts';
import { ownerOfJob } from './photo-owner.ts';
import {
  type GrantVendorPhotoRequest,
  grantVendorPhotoRequest,
  type PhotoGrantResponse,
  photoGrantResponse,
  type PhotoResponse,
  photoResponse,
} from './public-photos.schemas.ts';
import { PublicPhotosService } from './public-photos.service.ts';

const idOf = (id: string): string => {
  if (!idSchema.safeParse(id).success) throw publicNotFound();
  return id.toLowerCase();
};

/** The photos of the work of a vendor. The token of the link alone authorizes; a session that comes along is ignored. */
@ApiTags('Intake')
@ApiParam({ name: 'token', description: 'The last part of the link.', schema: codeSchema })
@Controller('api/intake/jobs/:token/photos')
@Public()
export class VendorPhotosController {
  constructor(
    private readonly photos: PublicPhotosService,
    private readonly writes: WriteLimits,
  ) {}

  @Post()
  @Returns(201, photoGrantResponse, {
    operationId: 'grantVendorPhoto',
    summary: 'Get a URL to upload one photo of the work of a vendor',
    description: 'At most 20 a work order; otherwise as a photo of a report. 409 once it is over.',
    problems: [400, 403, 404, 'no_more_photos', 'too_many_photos', 'upload_expired', 413, 415, 422, 429],
  })
  async grant(
    @CurrentJob() job: LinkedJob,
    @Ip() address: string,
    @Body({ schema: grantVendorPhotoRequest }) { purpose }: GrantVendorPhotoRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ): Promise<PhotoGrantResponse> {
    await this.writes.takeByAddress(address);
    requireOpenJob(job);
    return this.photos.grant(ownerOfJob(job), address, idempotentRequest, purpose);
  }

  @Post(':id/done')
  @Returns(200, photoResponse, {
    operationId: 'recordVendorPhoto',
    summary: 'Record an uploaded photo of the work of a vendor',
    description: 'As a photo of a report. 409 once the work order is over, 422 for no photo.',
    problems: [
      400,
      403,
      404,
      'no_more_photos',
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
    @CurrentJob() job: LinkedJob,
    @Ip() address: string,
    @Param('id') id: string,
    @Req() { body }: FastifyRequest,
  ): Promise<PhotoResponse> {
    await this.writes.takeByAddress(address);
    refuseFields(body);
    return this.photos.record(ownerOfJob(job), idOf(id), address);
  }

  @Get(':id')
  @Returns(200, null, {
    operationId: 'readVendorPhoto',
    summary: 'A photo that the page of a link shows',
    description: 'From before the work, or of it. 404 for others, and for a dead link.',
    problems: [404, 429],
  })
  async read(@ReadableJob() job: LinkedJob, @Param('id') id: string): Promise<StreamableFile> {
    const { bytes, type } = await this.photos.read(job, idOf(id));
    return new StreamableFile(bytes, { type, length: bytes.length });
  }
}
