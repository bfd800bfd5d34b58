import {
  clientNetwork,
  CONFIG,
  createLocalLimiter,
  idSchema,
  isSameSite,
  Limit,
  Metrics,
  otherSite,
  PG_POOL,
  publicNotFound,
  selectRows,
} from '@mainstay/service-kit';
import {
  createParamDecorator,
  type ExecutionContext,
  type INestApplication,
  Inject,
  Injectable,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { AttachmentsConfig } from '../config.ts';

/** Beginning of the paths with a tracking token. */
export const TRACKING_PATH = '/api/intake/track/';

/** 128 random bits in base32: the last character has three of them. */
const TOKEN = /^[a-z2-7]{25}[aeimquy4]$/;

const reportRow = z.object({
  id: idSchema,
  ticketId: idSchema,
  /** The comment with which it joined an open ticket; null when it made the ticket. */
  commentId: idSchema.nullable(),
});
/** A report, as whoever has its tracking token may see it. */
export type TrackedReport = z.infer<typeof reportRow>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the token in the path; undefined on other paths. */
    trackedReport?: TrackedReport;
  }
}

/** Reads reports of svc-core by their tracking tokens, of which only hashes are stored. */
@Injectable()
export class TrackedReports {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  /** Undefined for a malformed, unknown or expired token, and when the ticket's location is being removed. */
  async find(token: string): Promise<TrackedReport | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const [report] = await selectRows(this.pool, reportRow, {
      name: 'tracked-report',
      text: `SELECT r.id, r.ticket_id AS "ticketId", r.comment_id AS "commentId"
             FROM core.intake_reports r JOIN core.tickets t ON t.id = r.ticket_id
             WHERE r.tracking_hash = $1 AND (r.tracking_until IS NULL OR r.tracking_until > now())
               AND EXISTS (SELECT FROM core.locations l WHERE l.id = t.location_id)`,
      values: [createHash('sha256').update(token).digest()],
    });
    return report;
  }
}

/**
 * Returns the public 404 for every request with a token that leads to no report, whatever its method and before its body is
 * read: the response does not show which tokens or paths exist. A page of another site gets the same 403 for all tokens, and an
 * address that asks too often a 429. Runs before the routes are registered.
 */
export function hideUnknownReports(app: INestApplication): void {
  const fastify = app.get(HttpAdapterHost).httpAdapter.getInstance<FastifyInstance>();
  const reports = app.get(TrackedReports);
  const { PUBLIC_URL, INTAKE_REQUESTS_PER_MINUTE } = app.get<AttachmentsConfig>(CONFIG);
  const limit = new Limit(
    createLocalLimiter(INTAKE_REQUESTS_PER_MINUTE, 60),
    app.get(Metrics),
    'intake_requests_address',
    'Too many requests. Please wait a moment and try again.',
  );
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!request.url.startsWith(TRACKING_PATH)) {
      done();
      return;
    }
    if (!isSameSite(request, PUBLIC_URL)) {
      done(otherSite());
      return;
    }
    const [token = ''] = request.url.slice(TRACKING_PATH.length).split(/[/?]/, 1);
    const found = limit.take(clientNetwork(request.ip)).then(() => reports.find(token));
    found.then((report) => {
      if (report) request.trackedReport = report;
      done(report ? undefined : publicNotFound());
    }, done);
  });
}

/** The report whose token is in the path. */
export const CurrentReport = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const { trackedReport } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!trackedReport) throw publicNotFound();
  return trackedReport;
});
