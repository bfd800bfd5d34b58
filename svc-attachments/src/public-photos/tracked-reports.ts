import { hashOfCode, isCode, publicNotFound } from '@mainstay/service-kit';
import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { EntityManager, type SelectQueryBuilder } from 'typeorm';
import { IntakeReport } from '../database/published/intake-report.entity.ts';
import { isOfRemovedComment } from '../database/published/ticket-comment.entity.ts';

/** Beginning of the paths with a tracking token. */
export const TRACKING_PATH = '/api/intake/track/';

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
    if (!isCode(token)) return null;
    const trackingHash = hashOfCode(token);
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

/** The report whose token is in the path. */
export const CurrentReport = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const { trackedReport } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!trackedReport) throw publicNotFound();
  return trackedReport;
});
