import {
  Authorize,
  CurrentPrincipal,
  Passive,
  type Principal,
  PrincipalReader,
  problemResponse,
  requestContext,
  type ServiceRequest,
  unauthorized,
} from '@mainstay/service-kit';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { STREAM_HEADERS } from './event-stream.ts';
import { eventSchemas } from './events.schemas.ts';
import { LiveEvents } from './live-events.ts';

@ApiTags('Events')
@Controller('api/events')
export class EventsController {
  constructor(
    private readonly live: LiveEvents,
    private readonly principals: PrincipalReader,
  ) {}

  @Get()
  @Authorize()
  @Passive()
  @ApiOperation({
    operationId: 'streamEvents',
    summary: 'What changes from now on, as server-sent events without contents.',
    description: [
      'The stream stays open; a comment line every 20 seconds shows that it is. The `data` of each event is JSON: `change` has a',
      'ChangeEvent, `inbox` an InboxEvent, `resync` a ResyncEvent, and `end`, the last event, an EndEvent. You receive the',
      'changes of what you could see before or after them; changes of what belongs to no location are for administrators.',
      'Connect again with the `id` of the last event in `Last-Event-ID` to receive what you missed: up to 5,000 changes of',
      'the last 10 minutes, otherwise `resync`. The session is not prolonged by an open stream, and ends it. At most 10',
      'streams of one user.',
    ].join(' '),
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    description:
      'The `id` of the last event you received, to resume after it. Browsers send it by themselves.',
    required: false,
    schema: { type: 'string' },
  })
  @ApiResponse({
    status: 200,
    description: 'The stream; the schema is that of the data of its events.',
    content: {
      'text/event-stream': {
        schema: {
          oneOf: Object.keys(eventSchemas).map((name) => ({ $ref: `#/components/schemas/${name}` })),
        },
      },
    },
  })
  @ApiResponse({ status: 401, ...problemResponse(401) })
  @ApiResponse({ status: 429, ...problemResponse(429) })
  @ApiResponse({ status: 503, ...problemResponse(503) })
  async stream(
    @Req() request: ServiceRequest,
    @Res() reply: FastifyReply,
    @CurrentPrincipal() { userId, role }: Principal,
  ): Promise<void> {
    // Fastify has a HEAD for every GET.
    if (request.method === 'HEAD') {
      void reply.hijack();
      reply.raw.writeHead(200, STREAM_HEADERS).end();
      return;
    }
    const credential = this.principals.credentialOf(request.headers);
    if (!credential) throw unauthorized();
    const lastEventId = request.headers['last-event-id'];
    const begin = await this.live.open(
      { credential, userId, role },
      typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : undefined,
    );
    void reply.hijack();
    begin(reply.raw);
    requestContext().observe();
  }
}
