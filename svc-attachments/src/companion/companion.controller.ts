import {
  Returns,
  Authorize,
  badRequest,
  CurrentPrincipal,
  IdempotencyKey,
  type IdempotentRequest,
  type Principal,
} from '@mainstay/service-kit';
import { Body, Controller, Delete, Get, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import {
  type CompletedUploadResponse,
  completedUploadResponse,
  type CompleteMultipartUploadRequest,
  completeMultipartUploadRequest,
  type CreateMultipartUploadRequest,
  createMultipartUploadRequest,
  type MultipartUploadResponse,
  multipartUploadResponse,
  type SignedPartResponse,
  signedPartResponse,
  type TemporaryCredentialsResponse,
  temporaryCredentialsResponse,
  type UploadedPartResponse,
  uploadedPartResponse,
  type UploadKeyQuery,
  uploadKeyQuery,
  type UploadParamsResponse,
  uploadParamsQuery,
  uploadParamsResponse,
} from './companion.schemas.ts';
import { CompanionService } from './companion.service.ts';
import { GrantingGuard } from './granting.guard.ts';
import { TemporaryCredentials } from './temporary-credentials.ts';

/** Of the storage, which may be S3. */
const uploadIdParameter = { name: 'uploadId', schema: { type: 'string', pattern: '^[^/]+$' } } as const;
const PART = /^[1-9]\d{0,4}$/;
const partNumberParameter = { name: 'partNumber', schema: { type: 'string', pattern: PART.source } } as const;

/** The upload widget's operations (specification, section 7), as its `companionEndpoint` expects them. */
@ApiTags('Upload widget')
@Controller('api/attachments/s3')
@Authorize()
export class CompanionController {
  constructor(
    private readonly companion: CompanionService,
    private readonly temporaryCredentials: TemporaryCredentials,
  ) {}

  @Get('params')
  @UseGuards(GrantingGuard)
  @Returns(200, uploadParamsResponse, {
    operationId: 'getUploadParams',
    summary: 'Get a form to upload one file',
    description: 'Opens an upload: at most 20 unrecorded uploads may be open at once.',
    problems: [400, 401, 'foreign_site', 'read_only', 429],
  })
  params(
    @Query({ schema: uploadParamsQuery }) _query: z.infer<typeof uploadParamsQuery>,
    @CurrentPrincipal() principal: Principal,
  ): Promise<UploadParamsResponse> {
    return this.companion.params(principal);
  }

  @Get('sts')
  @UseGuards(GrantingGuard)
  @Returns(200, temporaryCredentialsResponse, {
    operationId: 'getTemporaryCredentials',
    summary: 'Get temporary credentials to upload one file to S3',
    description: 'Returns 404 unless the server is configured with a role for it. Opens an upload.',
    problems: [401, 'foreign_site', 'read_only', 404, 429],
  })
  sts(@CurrentPrincipal() principal: Principal): Promise<TemporaryCredentialsResponse> {
    return this.temporaryCredentials.get(principal);
  }

  @Post('multipart')
  @Returns(201, multipartUploadResponse, {
    operationId: 'createMultipartUpload',
    summary: 'Start a multipart upload of one file',
    description: 'Opens an upload: at most 20 unrecorded uploads may be open at once.',
    problems: [400, 401, 403, 413, 415, 422, 429],
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createMultipartUploadRequest }) _request: CreateMultipartUploadRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ): Promise<MultipartUploadResponse> {
    return this.companion.create(principal, idempotentRequest);
  }

  @ApiParam(uploadIdParameter)
  @Get('multipart/:uploadId')
  @Returns(200, z.array(uploadedPartResponse), {
    operationId: 'listUploadedParts',
    summary: 'List the uploaded parts, to resume an interrupted upload',
    description:
      'Each part with its number, size and ETag. 404 for an upload that is not yours, was recorded or was aborted.',
    problems: [400, 401, 404],
  })
  parts(
    @CurrentPrincipal() principal: Principal,
    @Param('uploadId') uploadId: string,
    @Query({ schema: uploadKeyQuery }) { key }: UploadKeyQuery,
  ): Promise<UploadedPartResponse[]> {
    return this.companion.parts(principal, key, uploadId);
  }

  @ApiParam(uploadIdParameter)
  @ApiParam(partNumberParameter)
  @Get('multipart/:uploadId/:partNumber')
  @UseGuards(GrantingGuard)
  @Returns(200, signedPartResponse, {
    operationId: 'signUploadPart',
    summary: 'Get a URL to PUT one part',
    description: 'Every part except the last must have at least 5 MiB. A part may be uploaded again.',
    problems: [400, 401, 'foreign_site', 'read_only', 404],
  })
  signPart(
    @CurrentPrincipal() principal: Principal,
    @Param('uploadId') uploadId: string,
    @Param('partNumber') partNumber: string,
    @Query({ schema: uploadKeyQuery }) { key }: UploadKeyQuery,
  ): Promise<SignedPartResponse> {
    if (!PART.test(partNumber)) {
      throw badRequest({ partNumber: ['Must be a whole number from 1 to 10000.'] });
    }
    return this.companion.signPart(principal, key, uploadId, Number(partNumber));
  }

  @ApiParam(uploadIdParameter)
  @Post('multipart/:uploadId/complete')
  @Returns(200, completedUploadResponse, {
    operationId: 'completeMultipartUpload',
    summary: 'Complete a multipart upload',
    description:
      'Joins the named parts to one file, which can be recorded then. 400 when a part is missing or has another ETag, 404 for an upload that is not yours, was recorded or was aborted.',
    problems: [400, 401, 403, 404, 413, 415, 'file_too_large'],
  })
  complete(
    @CurrentPrincipal() principal: Principal,
    @Param('uploadId') uploadId: string,
    @Query({ schema: uploadKeyQuery }) { key }: UploadKeyQuery,
    @Body({ schema: completeMultipartUploadRequest }) { parts }: CompleteMultipartUploadRequest,
  ): Promise<CompletedUploadResponse> {
    return this.companion.complete(principal, key, uploadId, parts);
  }

  @ApiParam(uploadIdParameter)
  @Delete('multipart/:uploadId')
  @Returns(204, null, {
    operationId: 'abortMultipartUpload',
    summary: 'Abort an upload and remove its parts',
    description:
      'It no longer counts among your open uploads. 404 for an upload that is not yours, was recorded or was aborted.',
    problems: [400, 401, 403, 404],
  })
  abort(
    @CurrentPrincipal() principal: Principal,
    @Param('uploadId') uploadId: string,
    @Query({ schema: uploadKeyQuery }) { key }: UploadKeyQuery,
  ): Promise<void> {
    return this.companion.abort(principal, key, uploadId);
  }
}
