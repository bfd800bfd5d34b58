import {
  Authorize,
  CurrentPrincipal,
  IdempotencyKey,
  type IdempotentRequest,
  IdParam,
  IfMatch,
  type Precondition,
  type Principal,
  ReturnsCreated,
  ReturnsNoContent,
  ReturnsUpdated,
  type Versioned,
} from '@mainstay/service-kit';
import { Body, Controller, Delete, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type CommentResponse,
  commentResponse,
  type CreateCommentRequest,
  createCommentRequest,
  type UpdateCommentRequest,
  updateCommentRequest,
} from './comments.schemas.ts';
import { CommentsService } from './comments.service.ts';

@ApiTags('Comments')
@Controller('api')
@Authorize()
export class CommentsController {
  constructor(private readonly comments: CommentsService) {}

  @Post('tickets/:id/comments')
  @ReturnsCreated(commentResponse, {
    operationId: 'createComment',
    summary: 'Comments on a ticket. You and those you mention watch it from then on.',
    description:
      '400 for a mention of somebody who cannot open the ticket, or of anybody in a comment that the reporter sees.',
    problems: [404],
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @IdParam() ticketId: string,
    @Body({ schema: createCommentRequest }) request: CreateCommentRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<CommentResponse>> {
    return this.comments.create(principal, ticketId, request, idempotentRequest);
  }

  @Patch('comments/:id')
  @ReturnsUpdated(commentResponse, {
    operationId: 'updateComment',
    summary: 'Changes the text of your comment; the mentions follow from the text.',
    description:
      '403 for a comment of somebody else, 404 for a removed one, 400 for a mention as when it is created.',
    problems: ['not_author'],
  })
  update(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: updateCommentRequest }) changes: UpdateCommentRequest,
    @IfMatch() precondition: Precondition,
  ): Promise<Versioned<CommentResponse>> {
    return this.comments.update(principal, id, changes, precondition);
  }

  @Delete('comments/:id')
  @ReturnsNoContent({
    operationId: 'deleteComment',
    summary:
      'Removes the text of your comment; administrators that of any. The comment stays in the timeline without it.',
    description:
      'Its files go with it. 403 for a comment of somebody else, 404 for one that is removed already, 409 where it has the last ' +
      'picture that a solved ticket needs, but for administrators.',
    problems: ['not_author', 'proof_needed'],
  })
  delete(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IfMatch() precondition: Precondition,
  ): Promise<void> {
    return this.comments.delete(principal, id, precondition);
  }
}
