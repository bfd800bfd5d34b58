import 'reflect-metadata';
import { type INestApplication, type NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Logger } from 'nestjs-pino';
import type { Server } from 'node:http';
import type { BaseConfig } from './config.ts';
import { createExpressAdapter } from './express/adapter.ts';
import { createFastifyAdapter } from './fastify/adapter.ts';
import { disablePretenuring } from './garbage-collection.ts';
import { Draining } from './health.ts';
import { errorText } from './logged-error.ts';
import { observeRequests } from './observe-requests.ts';
import { RouteTable } from './route-table.ts';

export interface ServiceOptions {
  /** svc-auth needs express-session and passport, and therefore Express; the other services use Fastify. */
  adapter: 'express' | 'fastify';
  /** The service's root module. */
  module: Parameters<typeof NestFactory.create>[0];
  config: BaseConfig;
  /** Beginnings of paths whose rest is a secret and not logged, for example `/api/unsubscribe/`. */
  secretPaths?: readonly string[];
  /** Those of them below which every 404 and 405 is the same {@link import('./public-not-found.ts').publicNotFound}. */
  secretRoutes?: readonly string[];
  /** Express: paths whose body is a form in place of JSON, because a standard says so. */
  formPaths?: readonly string[];
  /** Runs before the routes are registered, for middleware and content types. */
  prepare?: (app: INestApplication) => void | Promise<void>;
}

/** Creates the service's application without listening: for {@link startService} and for tests. */
export async function createService(options: ServiceOptions): Promise<INestApplication<Server>> {
  const adapter =
    options.adapter === 'express'
      ? createExpressAdapter(options.formPaths)
      : createFastifyAdapter(options.secretRoutes);
  const nestOptions: NestApplicationOptions = {
    bufferLogs: true,
    bodyParser: false,
    abortOnError: false,
    return503OnClosing: true,
    routeConflictPolicy: { duplicate: 'error', shadow: 'error' },
    routeResolutionStrategy: 'specificity',
  };
  const app: INestApplication<Server> = await NestFactory.create(options.module, adapter, nestOptions);
  app.useLogger(app.get(Logger));
  await observeRequests(app, options.secretPaths);
  app.get(RouteTable).secretRoutes = options.secretRoutes ?? [];
  await options.prepare?.(app);
  await app.init();
  return app;
}

/**
 * Runs a service until SIGTERM or SIGINT, then reports not ready, finishes open requests and closes its connections.
 * `options` is a function so that setting errors are printed without a stack; exits with 1 when the service cannot
 * start.
 */
export async function startService(options: () => ServiceOptions): Promise<void> {
  disablePretenuring();
  // Node would print all that the error has, and exit as well.
  process.on('uncaughtException', (error: unknown) => {
    process.stderr.write(`${errorText(error)}\n`);
    process.exit(1);
  });
  try {
    const serviceOptions = options();
    const app = await createService(serviceOptions);
    const { HOST, PORT } = serviceOptions.config;
    await app.listen(PORT, HOST);
    stopOnSignal(app);
  } catch (error) {
    process.stderr.write(`${errorText(error)}\n`);
    process.exit(1);
  }
}

/** Maximum time for open requests after the signal to stop. */
const SHUTDOWN_LIMIT_MS = 10_000;

function stopOnSignal(app: INestApplication<Server>): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    app.get(Draining).begin();
    setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS).unref();
    // Otherwise shutdown would wait for the keep-alive of connections whose last response was sent.
    setInterval(() => app.getHttpServer().closeIdleConnections(), 100).unref();
    app.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
