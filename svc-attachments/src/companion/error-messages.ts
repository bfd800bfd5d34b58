import { problemSchema } from '@mainstay/service-kit';
import type { INestApplication } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';

const PATHS = '/api/attachments/s3/';

/**
 * Adds the member `message` to every problem under `/api/attachments/s3/`, as in a companion's errors (specification,
 * section 7). Their `requestId` is already there. Runs before the routes are registered.
 */
export function addErrorMessages(app: INestApplication): void {
  const fastify = app.get(HttpAdapterHost).httpAdapter.getInstance<FastifyInstance>();
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const isProblem = String(reply.getHeader('content-type')).startsWith('application/problem+json');
    if (!isProblem || !request.url.startsWith(PATHS) || typeof payload !== 'string') {
      done(null, payload);
      return;
    }
    const problem = problemSchema.parse(JSON.parse(payload));
    // The length was set for the original payload.
    reply.removeHeader('content-length');
    done(null, JSON.stringify({ ...problem, message: problem.detail }));
  });
}
