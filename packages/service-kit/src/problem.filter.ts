import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { PinoLogger } from 'nestjs-pino';
import { NotModified } from './entity-tag.ts';
import { isOutage } from './outages.ts';
import { Metrics } from './metrics.ts';
import type { ServiceRequest } from './principal.ts';
import { notFound, Problem, unavailable } from './problem.ts';
import type { ProblemCode } from './problem-codes.ts';
import { publicNotFound } from './public-not-found.ts';
import { RouteTable } from './route-table.ts';

/** Sends every error as problem+json. Unexpected errors are logged in full and returned without internal details. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly routes: RouteTable,
    private readonly metrics: Metrics,
    private readonly logger: PinoLogger,
  ) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<ServiceRequest>();
    const response = host.switchToHttp().getResponse<object>();
    const { httpAdapter } = this.adapterHost;
    if (exception instanceof NotModified) {
      httpAdapter.reply(response, undefined, exception.getStatus());
      return;
    }
    const problem = this.uniform(this.toProblem(exception, request), request);
    this.metrics.problems.inc({ status: String(problem.getStatus()) });
    if (problem.getStatus() >= 500) {
      this.logger.error({ err: problem.cause ?? exception }, problem.message);
    }
    if (httpAdapter.isHeadersSent(response)) return;
    for (const [name, value] of Object.entries(problem.headers)) {
      httpAdapter.setHeader(response, name, value);
    }
    httpAdapter.setHeader(response, 'Content-Type', 'application/problem+json; charset=utf-8');
    httpAdapter.setHeader(response, 'Cache-Control', 'no-store');
    const requestId = typeof request.id === 'string' ? request.id : undefined;
    httpAdapter.reply(response, JSON.stringify(problem.toBody(requestId)), problem.getStatus());
  }

  /** Below a secret address, another method is as unknown as another secret. */
  private uniform(problem: Problem, { url }: ServiceRequest): Problem {
    return NOT_FOUND.has(problem.getStatus()) && this.routes.isSecret(url) ? publicNotFound() : problem;
  }

  private toProblem(exception: unknown, request: ServiceRequest): Problem {
    if (exception instanceof Problem) return exception;
    if (isOutage(exception)) {
      return unavailable(
        'A required service is temporarily unavailable. Please try again shortly.',
        exception,
      );
    }
    const status = statusOf(exception);
    // Express cannot decode the path, so it cannot exist.
    if (status === 400 && !isReadable(request.url)) return notFound();
    // No route was found; the path may exist for other methods.
    if (status === 404) return this.routes.problemFor(request) ?? notFound();
    const known = CLIENT_ERRORS[status];
    if (known) return new Problem(...known, { cause: exception });
    return new Problem(
      'internal',
      'Something went wrong on our side. Quote the request id when you report it.',
      {
        cause: exception,
      },
    );
  }
}

/** Nothing at this address, or nothing for this method. */
const NOT_FOUND = new Set([404, 405]);

/** Whether a path is percent-encoded UTF-8. */
function isReadable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** Errors that the HTTP library raises before a handler runs. */
const CLIENT_ERRORS: Record<number, [code: ProblemCode, detail: string]> = {
  400: ['invalid', 'The request body is not valid JSON.'],
  413: ['too_large', 'The request body is too large.'],
  414: ['address_too_long', 'The address is too long.'],
  415: ['content_type', 'Send the body as application/json.'],
  431: ['headers_too_large', 'The request headers are too large.'],
};

function statusOf(exception: unknown): number {
  if (exception instanceof HttpException) return exception.getStatus();
  if (typeof exception !== 'object' || exception === null) return 500;
  if ('statusCode' in exception && typeof exception.statusCode === 'number') return exception.statusCode;
  if ('status' in exception && typeof exception.status === 'number') return exception.status;
  return 500;
}
