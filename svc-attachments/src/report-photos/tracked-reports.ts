import {
  clientNetwork,
  CONFIG,
  createLocalLimiter,
  isSameSite,
  Limit,
  Metrics,
  otherSite,
  publicNotFound,
} from '@mainstay/service-kit';
import {
  createParamDecorator,
  type ExecutionContext,
  type INestApplication,
  Injectable,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { EntityManager, type SelectQueryBuilder } from 'typeorm';
import type { AttachmentsConfig } from '../config.ts';
import { IntakeReport } from '../database/published/intake-report.entity.ts';
import { isOfRemovedComment } from '../database/published/ticket-comment.entity.ts';

/** Beginning of the paths with a tracking token. */
export const TRACKING_PATH = '/api/intake/track/';

/** 128 random bits in base32: the last character has three of them. */
const TOKEN = /^[a-z2-7]{25}[aeimquy4]$/;

/** A report, as whoever has its tracking token may see it. */
export type TrackedReport = IntakeReport;

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the token in the path; undefined on other paths. */
    trackedReport?: TrackedReport;
  }
}

/** Reads reports of svc-core by their tracking tokens, of which only hashes are stored. */
@Injectable()
export class TrackedReports {
  constructor(private readonly entities: EntityManager) {}

  /**
   * Null for a malformed, unknown or expired token, when the ticket's location is being removed, and when the comment
   * with which the report joined the ticket was removed: that takes no more photos.
   */
  async find(token: string): Promise<TrackedReport | null> {
    if (!TOKEN.test(token)) return null;
    const trackingHash = createHash('sha256').update(token).digest();
    return this.tracked().andWhere('r.trackingHash = :trackingHash', { trackingHash }).getOne();
  }

  isTracked(id: string): Promise<boolean> {
    return this.tracked().andWhere('r.id = :id', { id }).getExists();
  }

  private tracked(): SelectQueryBuilder<IntakeReport> {
    return this.entities
      .createQueryBuilder(IntakeReport, 'r')
      .innerJoin('r.ticket', 't', 'EXISTS (SELECT FROM core.locations l WHERE l.id = t.locationId)')
      .where('(r.trackingUntil IS NULL OR r.trackingUntil > now())')
      .andWhere(`NOT ${isOfRemovedComment('r.commentId')}`);
  }
}

/**
 * Returns the public 404 for every request with a token that leads to no report, whatever its method and before its
 * body is read: the response does not show which tokens or paths exist. A page of another site gets the same 403 for
 * all tokens, and an address that asks too often a 429. Runs before the routes are registered.
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
