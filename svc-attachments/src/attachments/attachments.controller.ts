import {
  Returns,
  Authorize,
  CurrentPrincipal,
  IdParam,
  IdempotencyKey,
  type IdempotentRequest,
  IfMatch,
  type Precondition,
  type Principal,
  ReturnsUpdated,
} from '@mainstay/service-kit';
import { Body, Controller, Delete, Get, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import {
  attachmentResponse,
  type CancelUploadQuery,
  cancelUploadQuery,
  type DownloadResponse,
  downloadResponse,
  type GrantUploadQuery,
  grantUploadQuery,
  type UpdateAttachmentRequest,
  updateAttachmentRequest,
  type UploadGrantResponse,
  uploadGrantResponse,
} from './attachments.schemas.ts';
import { AttachmentsService } from './attachments.service.ts';
import { refuseFields } from './refuse-fields.ts';
import { UploadGrantsService } from './upload-grants.service.ts';

@ApiTags('Attachments')
@Controller('api/attachments')
@Authorize()
export class AttachmentsController {
  constructor(
    private readonly attachments: AttachmentsService,
    private readonly grants: UploadGrantsService,
  ) {}

  @Post('upload')
  @Returns(201, uploadGrantResponse, {
    operationId: 'grantUpload',
    summary: 'Get a URL to upload one file',
    description:
      'Record the file within 24 hours: until then the upload is yours, afterwards it is removed. At most 20 unrecorded ' +
      'uploads of the last hour may be open: for one more, the oldest one without a file is closed. At most 100 uploads granted ' +
      'within 24 hours may remain without a record.',
    problems: [400, 401, 403, 404, 413, 415, 422, 429, 'file_too_large', 'storage_full'],
  })
  grant(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: grantUploadQuery }) query: GrantUploadQuery,
    @Req() { body }: FastifyRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ): Promise<UploadGrantResponse> {
    refuseFields(body);
    return this.attachments.grant(principal, query, idempotentRequest);
  }

  @Delete('upload')
  @Returns(204, null, {
    operationId: 'cancelUpload',
    summary: 'Cancel an upload that is not recorded',
    description: 'The uploaded file is removed.',
    problems: [400, 401, 403, 404],
  })
  cancel(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: cancelUploadQuery }) { objectPath }: CancelUploadQuery,
  ): Promise<void> {
    return this.grants.cancel(principal, objectPath);
  }

  @Get(':id/download')
  @Returns(200, downloadResponse, {
    operationId: 'downloadAttachment',
    summary: "Get a URL of an attachment's file",
    description:
      'The URL itself needs no sign-in, so treat it as a secret. 404 for an attachment of a ticket that is not visible to you.',
    problems: [401, 404],
  })
  download(@CurrentPrincipal() principal: Principal, @IdParam() id: string): Promise<DownloadResponse> {
    return this.attachments.download(principal, id);
  }

  @Patch(':id')
  @ReturnsUpdated(attachmentResponse, {
    operationId: 'updateAttachment',
    summary: 'Change what a picture shows',
    description:
      'The work before it was begun, or finished. 404 for an attachment of a ticket that is not visible to you, 409 for the last ' +
      'picture that a solved ticket needs, but for administrators, 422 for a file that is no picture.',
    problems: ['proof_needed', 'not_showing', 422],
  })
  update(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: updateAttachmentRequest }) changes: UpdateAttachmentRequest,
    @IfMatch() precondition: Precondition,
  ) {
    return this.attachments.update(principal, id, changes, precondition);
  }

  @Delete(':id')
  @Returns(204, null, {
    operationId: 'deleteAttachment',
    summary: 'Delete an attachment and its file',
    description:
      'Its thumbnail goes too. 404 for an attachment of a ticket that is not visible to you, 409 for the last picture that a ' +
      'solved ticket needs, but for administrators.',
    problems: [401, 403, 404, 'proof_needed'],
  })
  delete(@CurrentPrincipal() principal: Principal, @IdParam() id: string): Promise<void> {
    return this.attachments.delete(principal, id);
  }
}
