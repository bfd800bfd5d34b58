import { secretBeginning } from '@mainstay/service-kit';
import type { INestApplication } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { secretPaths } from '../secret-paths.ts';
import { IntakeLimits } from './intake-limits.ts';

/**
 * Counts every public call, before its body is read: one that is refused for its body, type or method counts too. Runs
 * before the routes are registered.
 */
export function limitPublicCalls(app: INestApplication): void {
  const fastify = app.get(HttpAdapterHost).httpAdapter.getInstance<FastifyInstance>();
  const limits = app.get(IntakeLimits, { strict: false });
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (secretBeginning(request.url, secretPaths) === undefined) done();
    else limits.takeRequest(request.ip).then(() => done(), done);
  });
}
