import {
  type CallHandler,
  Controller,
  type ExecutionContext,
  Get,
  Header,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { finalize, type Observable } from 'rxjs';
import { Public } from './authorize.ts';
import { requestOf } from './principal.ts';

/** The process' metrics in Prometheus' form. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  readonly requestSeconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from guard to answer, by handler.',
    labelNames: ['method', 'handler'] as const,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.registry],
  });

  readonly problems = new Counter({
    name: 'http_problems_total',
    help: 'Answers other than success, by status.',
    labelNames: ['status'] as const,
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }
}

@ApiExcludeController()
@Controller('metrics')
@Public()
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  read(): Promise<string> {
    return this.metrics.registry.metrics();
  }
}

@Injectable()
export class MetricsInterceptor implements NestInterceptor {
  constructor(private readonly metrics: Metrics) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const stop = this.metrics.requestSeconds.startTimer({
      method: requestOf(context).method,
      handler: `${context.getClass().name}.${context.getHandler().name}`,
    });
    return next.handle().pipe(finalize(() => stop()));
  }
}
