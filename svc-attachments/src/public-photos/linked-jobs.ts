import { conflict, hashOfCode, isCode, publicNotFound } from '@mainstay/service-kit';
import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { EntityManager, type SelectQueryBuilder } from 'typeorm';
import { VendorJob } from '../database/published/vendor-job.entity.ts';

/** Beginning of the paths with the token of a job. */
export const JOBS_PATH = '/api/intake/jobs/';

/** The job of a vendor, as whoever has its link may see it. */
export type LinkedJob = VendorJob;

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the token in the path; undefined on other paths. */
    linkedJob?: LinkedJob;
  }
}

const UNDER_WAY = ['sent', 'accepted', 'done'];
const DAY_MS = 24 * 60 * 60 * 1000;

/** As in svc-core: 30 days after the job, at the latest after 180 days; at once for one that is withdrawn. */
function isDead({ state, linkedAt, endedAt }: LinkedJob): boolean {
  const ends = [linkedAt.getTime() + 180 * DAY_MS, ...(endedAt ? [endedAt.getTime() + 30 * DAY_MS] : [])];
  return state === 'withdrawn' || Math.min(...ends) <= Date.now();
}

const takesPhotos = (job: LinkedJob): boolean => UNDER_WAY.includes(job.state) && !isDead(job);

/** @throws Problem 409 */
export function requireOpenJob(job: LinkedJob): void {
  if (!takesPhotos(job)) throw noPhotos();
}
export const noPhotos = () => conflict('no_more_photos', 'This work order takes no photos any more.');

/** Reads jobs of svc-core by the tokens of their links, of which only hashes are stored. */
@Injectable()
export class LinkedJobs {
  constructor(private readonly entities: EntityManager) {}

  /** Null for a malformed or unknown token, and when the ticket's location is being removed. */
  async find(token: string): Promise<LinkedJob | null> {
    if (!isCode(token)) return null;
    return this.linked()
      .where('j.tokenHash = :hash', { hash: hashOfCode(token) })
      .getOne();
  }

  async takesPhotos(id: string): Promise<boolean> {
    const job = await this.linked().where('j.id = :id', { id }).getOne();
    return job !== null && takesPhotos(job);
  }

  private linked(): SelectQueryBuilder<VendorJob> {
    return this.entities
      .createQueryBuilder(VendorJob, 'j')
      .innerJoin('j.ticket', 't', 'EXISTS (SELECT FROM core.locations l WHERE l.id = t.locationId)');
  }
}

/** The job whose token is in the path. */
export const CurrentJob = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const { linkedJob } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!linkedJob) throw publicNotFound();
  return linkedJob;
});

/** The same, of a link that is not dead. */
export const ReadableJob = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const { linkedJob } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!linkedJob || isDead(linkedJob)) throw publicNotFound();
  return linkedJob;
});
