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
import type { INestApplication } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AttachmentsConfig } from '../config.ts';
import { JOBS_PATH, LinkedJobs } from './linked-jobs.ts';
import { TRACKING_PATH, TrackedReports } from './tracked-reports.ts';

/** Beginnings of the paths with a token. */
export const secretPaths = [TRACKING_PATH, JOBS_PATH];

/**
 * Returns the public 404 for every request with a token that leads to no report and no job, whatever its method and
 * before its body is read: the response does not show which tokens or paths exist. A page of another site gets the same
 * 403 for all tokens, and an address that asks too often a 429. Runs before the routes are registered.
 */
export function hideUnknown(app: INestApplication): void {
  const fastify = app.get(HttpAdapterHost).httpAdapter.getInstance<FastifyInstance>();
  const reports = app.get(TrackedReports);
  const jobs = app.get(LinkedJobs);
  const { PUBLIC_URL, INTAKE_REQUESTS_PER_MINUTE } = app.get<AttachmentsConfig>(CONFIG);
  const limit = new Limit(
    createLocalLimiter(INTAKE_REQUESTS_PER_MINUTE, 60),
    app.get(Metrics),
    'intake_requests_address',
    'Too many requests. Please wait a moment and try again.',
  );
  /** Whether the token leads to something, which the request then has. */
  const find = async (request: FastifyRequest, path: string): Promise<boolean> => {
    await limit.take(clientNetwork(request.ip));
    const [token = ''] = request.url.slice(path.length).split(/[/?]/, 1);
    const report = path === TRACKING_PATH ? await reports.find(token) : null;
    const job = path === JOBS_PATH ? await jobs.find(token) : null;
    if (report) request.trackedReport = report;
    if (job) request.linkedJob = job;
    return report !== null || job !== null;
  };
  fastify.addHook('onRequest', (request, _reply, done) => {
    const path = secretPaths.find((beginning) => request.url.startsWith(beginning));
    if (path === undefined) {
      done();
      return;
    }
    if (!isSameSite(request, PUBLIC_URL)) {
      done(otherSite());
      return;
    }
    find(request, path).then((isFound) => done(isFound ? undefined : publicNotFound()), done);
  });
}
