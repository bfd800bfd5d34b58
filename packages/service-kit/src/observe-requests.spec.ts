import 'reflect-metadata';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Controller, Get, Module, Query, Res, ServiceUnavailableException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { INestApplication } from '@nestjs/common';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { PinoLogger } from 'nestjs-pino';
import { once } from 'node:events';
import { get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import request from 'supertest';
import { createExpressAdapter } from './express/adapter.ts';
import { createFastifyAdapter } from './fastify/adapter.ts';
import { Metrics } from './metrics.ts';
import { observeRequests } from './observe-requests.ts';
import { requestContext } from './request-context.ts';
import { capturedLog, lines } from './testing/captured-log.ts';

@Controller()
class EchoController {
  constructor(private readonly logger: PinoLogger) {}

  @Get('echo')
  async echo(@Query('fail') fail?: string): Promise<{ requestId: string | null }> {
    await Promise.resolve();
    requestContext().handler = 'EchoController.echo';
    requestContext().userId = 'somebody';
    if (fail !== undefined) throw new ServiceUnavailableException();
    this.logger.info('inside');
    return { requestId: requestContext().requestId };
  }

  /** Begins a response and leaves it open. */
  @Get('stream')
  stream(@Res() reply: { raw: ServerResponse; hijack: () => unknown }): void {
    reply.hijack();
    reply.raw.writeHead(200).write('first');
    requestContext().observe();
  }

  @Get('health/live')
  live(): string {
    return 'ok';
  }
}

@Module({
  imports: [capturedLog()],
  controllers: [EchoController],
  providers: [Metrics],
})
class EchoModule {}

let app: INestApplication<Server> | undefined;
async function start(adapter: FastifyAdapter | ReturnType<typeof createExpressAdapter>): Promise<Server> {
  app = await NestFactory.create<INestApplication<Server>>(EchoModule, adapter, {
    logger: false,
    bodyParser: false,
  });
  await observeRequests(app, ['/secrets/']);
  await app.listen(0, '127.0.0.1');
  return app.getHttpServer();
}
beforeEach(() => {
  lines.length = 0;
});
afterEach(() => app?.close());

it.each([
  ['Fastify', createFastifyAdapter],
  ['Express', createExpressAdapter],
])(
  'logs one line per request on %s, without the query, with the same id everywhere',
  async (_name, adapter) => {
    const server = await start(adapter());
    const given = 'given-by-the-gateway';
    const response = await request(server).get('/echo?secret=1').set('X-Request-Id', given).expect(200);
    expect(response.body).toEqual({ requestId: given });
    await request(server).get('/echo?fail=1').set('X-Request-Id', 'no good id').expect(503);
    await request(server).get('/nowhere').expect(404);
    await request(server).get('/health/live').expect(200);

    const line = { method: 'GET', path: '/echo', milliseconds: expect.any(Number), msg: 'request' };
    expect(lines.filter(({ msg }) => msg === 'request')).toEqual([
      { level: 30, requestId: given, ...line, status: 200, userId: 'somebody' },
      {
        level: 50,
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
        ...line,
        status: 503,
        userId: 'somebody',
      },
      { level: 30, requestId: expect.any(String), ...line, path: '/nowhere', status: 404 },
    ]);
    const metrics = await app?.get(Metrics).registry.metrics();
    expect(metrics).toContain(
      'http_request_duration_seconds_count{method="GET",handler="EchoController.echo"} 2',
    );
    expect(metrics).toContain('http_request_duration_seconds_count{method="GET",handler="none"} 2');
  },
);

it('observes a response that stays open when it begins, once', async () => {
  const server = await start(createFastifyAdapter());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  const sent = get({ host: '127.0.0.1', port: address.port, path: '/stream', agent: false });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  await once(response, 'data');
  const expected = [{ path: '/stream', status: 200 }];
  expect(lines).toMatchObject(expected);
  expect(lines[0]).not.toHaveProperty('aborted');
  response.destroy();
  await once(response, 'close');
  await request(server).get('/health/live').expect(200);
  expect(lines).toMatchObject(expected);
  const metrics = await app?.get(Metrics).registry.metrics();
  expect(metrics).toContain('http_request_duration_seconds_count{method="GET",handler="none"} 2');
});

it('logs nothing of what follows the beginning of a secret path', async () => {
  const server = await start(createFastifyAdapter());
  for (const method of ['get', 'post'] as const) {
    await request(server)[method]('/secrets/hush/hush?hush').expect(404);
  }
  for (const path of ['/%73ecret%73/hush', '/%73ecrets/hush%ff', '/secrets%2fhush%']) {
    await request(server).get(path);
  }
  expect(lines.map(({ path }) => path)).toEqual(Array.from({ length: 5 }, () => '/secrets/...'));
  expect(JSON.stringify(lines)).not.toContain('hush');
});
