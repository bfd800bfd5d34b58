import {
  Authorize,
  CurrentPrincipal,
  IdempotencyKey,
  type IdempotentRequest,
  IdParam,
  type Principal,
  Returns,
} from '@mainstay/service-kit';
import { Body, Controller, Get, Post, Req, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { refuseFields } from '../attachments/refuse-fields.ts';
import { PHOTO_TYPE } from '../attachments/uploaded-photo.ts';
import {
  checkPhotoGrantResponse,
  checkPhotoResponse,
  type GrantCheckPhotoRequest,
  grantCheckPhotoRequest,
} from './check-photos.schemas.ts';
import { CheckPhotosService } from './check-photos.service.ts';

@ApiTags('Attachments')
@Controller('api/checklist-runs/:id/photos')
@Authorize()
export class CheckPhotosController {
  constructor(private readonly photos: CheckPhotosService) {}

  @Post()
  @Returns(201, checkPhotoGrantResponse, {
    operationId: 'grantCheckPhoto',
    summary: 'Get a URL to upload one photo of a step of a checklist',
    description:
      'A step has at most 3 photos. PUT a JPEG, PNG or WebP of at most 10 MB and 50 megapixels to the URL, then call `done`. 400 for a ' +
      'step that the run does not have, 409 when it is done.',
    problems: [400, 401, 403, 404, 'too_many_photos', 'checklist_finished', 413, 415, 422, 429],
  })
  grant(
    @CurrentPrincipal() principal: Principal,
    @IdParam() runId: string,
    @Body({ schema: grantCheckPhotoRequest }) request: GrantCheckPhotoRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ) {
    return this.photos.grant(principal, runId, request, idempotentRequest);
  }

  @Post(':photoId/done')
  @Returns(200, checkPhotoResponse, {
    operationId: 'recordCheckPhoto',
    summary: 'Record an uploaded photo of a step of a checklist',
    description:
      'The photo is encoded again: upright, at most 2,048 pixels on its longest side, at most 2 MB, without the place it was taken or ' +
      'any other metadata. May be repeated: a photo is recorded once. 409 when the run is done, 422 for a file that is not a photo.',
    problems: [
      400,
      401,
      403,
      404,
      'too_many_photos',
      'checklist_finished',
      'not_uploaded',
      'file_too_large',
      'storage_full',
      'not_a_picture',
      413,
      415,
      422,
    ],
  })
  done(
    @CurrentPrincipal() principal: Principal,
    @IdParam() runId: string,
    @IdParam('photoId') photoId: string,
    @Req() { body }: FastifyRequest,
  ) {
    refuseFields(body);
    return this.photos.record(principal, runId, photoId.toLowerCase());
  }

  @Get(':photoId')
  @Returns(200, null, {
    operationId: 'readCheckPhoto',
    summary: 'A photo of a step of a checklist, a JPEG',
    description: '404 for a photo of a run that is not visible to you.',
    problems: [401, 404],
  })
  async read(
    @CurrentPrincipal() principal: Principal,
    @IdParam() runId: string,
    @IdParam('photoId') photoId: string,
  ): Promise<StreamableFile> {
    const bytes = await this.photos.read(principal, runId, photoId.toLowerCase());
    return new StreamableFile(bytes, { type: PHOTO_TYPE, length: bytes.length });
  }
}
