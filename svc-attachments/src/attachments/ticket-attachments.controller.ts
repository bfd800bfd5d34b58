import {
  Authorize,
  CurrentPrincipal,
  IdParam,
  IdempotencyKey,
  type IdempotentRequest,
  type Principal,
  Returns,
  ReturnsCreated,
  type Versioned,
} from '@mainstay/service-kit';
import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  type AttachmentResponse,
  attachmentResponse,
  type ListAttachmentsQuery,
  listAttachmentsQuery,
  type RecordAttachmentRequest,
  recordAttachmentRequest,
} from './attachments.schemas.ts';
import { AttachmentsService } from './attachments.service.ts';

@ApiTags('Attachments')
@Controller('api/tickets/:id/attachments')
@Authorize()
export class TicketAttachmentsController {
  constructor(private readonly attachments: AttachmentsService) {}

  @Get()
  @Returns(200, z.array(attachmentResponse), {
    operationId: 'listAttachments',
    summary: "List a ticket's attachments, newest first",
    description:
      'Without their files: ask for the download of each. 404 for a ticket that is not visible to you.',
    problems: [400, 401, 404],
    headers: {
      Link: 'URL of the next page with `rel="next"`; absent on the last page.',
      'X-Total-Count': 'Number of attachments of the ticket.',
    },
  })
  async list(
    @CurrentPrincipal() principal: Principal,
    @IdParam() ticketId: string,
    @Query({ schema: listAttachmentsQuery }) query: ListAttachmentsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AttachmentResponse[]> {
    const { items, total, next } = await this.attachments.list(principal, ticketId, query);
    reply.header('X-Total-Count', total);
    if (next !== undefined) {
      const address = `/api/tickets/${ticketId}/attachments?limit=${query.limit}&cursor=${next}`;
      reply.header('Link', `<${address}>; rel="next"`);
    }
    return items;
  }

  @Post()
  @ReturnsCreated(attachmentResponse, {
    operationId: 'recordAttachment',
    summary: 'Record an uploaded file as an attachment of a ticket',
    description:
      'The service checks the stored file: it must exist, have been granted to you, not be recorded ' +
      'yet, and have exactly the claimed size. A file of another size is removed. Its type is detected from its ' +
      'bytes where possible. A picture or video (JPEG, PNG, WebP, GIF, TIFF, HEIC, AVIF, MP4, MOV) ' +
      'keeps its size and what is seen and heard, and loses the place where it was taken, with all other metadata; ' +
      'one that cannot be read for that is refused. 422 for a `purpose` of what is no picture, and the upload stays.',
    problems: [
      404,
      'not_uploaded',
      'already_recorded',
      'file_replaced',
      'file_too_large',
      'storage_full',
      'wrong_size',
      'not_a_picture',
      'not_showing',
    ],
  })
  async record(
    @CurrentPrincipal() principal: Principal,
    @IdParam() ticketId: string,
    @Body({ schema: recordAttachmentRequest }) request: RecordAttachmentRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<AttachmentResponse>> {
    // A repeated request has the response of the first.
    return {
      body: await this.attachments.record(principal, ticketId, request, idempotentRequest),
      version: 1,
    };
  }
}
