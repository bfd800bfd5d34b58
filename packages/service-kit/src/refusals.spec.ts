import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, type INestApplication, Module, Post } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, DiscoveryModule, NestFactory } from '@nestjs/core';
import type { IncomingMessage, Server } from 'node:http';
import request from 'supertest';
import { QueryFailedError } from 'typeorm';
import { AccessGuard, Authorize, Public } from './authorize.ts';
import { createFastifyAdapter } from './fastify/adapter.ts';
import { Metrics } from './metrics.ts';
import { observeRequests } from './observe-requests.ts';
import { PrincipalReader } from './principal-reader.ts';
import { ProblemFilter } from './problem.filter.ts';
import { unauthorized } from './problem.ts';
import { RouteTable } from './route-table.ts';
import { capturedLog, lines } from './testing/captured-log.ts';
import { CONFIG } from './tokens.ts';
import { WriteLimits } from './write-limits.ts';

@Controller()
class RoutesController {
  @Get('public')
  @Public()
  open(): string {
    return 'ok';
  }

  @Get('signed-in')
  @Authorize()
  signedIn(): string {
    return 'ok';
  }

  @Post('signed-in')
  @Authorize()
  change(): string {
    return 'ok';
  }

  @Get('admins')
  @Authorize('admin')
  admins(): string {
    return 'ok';
  }

  @Get('silent')
  silent(): string {
    return 'ok';
  }

  @Post('broken')
  @Public()
  broken(): string {
    throw new QueryFailedError(
      'SELECT * FROM auth.secrets WHERE email = $1',
      ['dana@example.com'],
      Object.assign(new Error('duplicate key value'), { detail: 'Key (email)=(dana@example.com)' }),
    );
  }
}

/** The cookie is the role of the caller; with an `Authorization` header, the token is its kind. */
const principals = {
  read: ({ headers: { cookie, authorization: via = 'session' } }: IncomingMessage) =>
    Promise.resolve(cookie ? { userId: 'x', role: cookie, via } : null),
  refusal: () => Promise.resolve(unauthorized()),
};

const WRITES_PER_MINUTE = 10;

@Module({
  imports: [DiscoveryModule, capturedLog()],
  controllers: [RoutesController],
  providers: [
    Metrics,
    RouteTable,
    WriteLimits,
    {
      provide: CONFIG,
      useValue: {
        PUBLIC_URL: 'http://localhost:8080',
        WRITES_PER_MINUTE,
        WRITES_PER_MINUTE_AND_ADDRESS: WRITES_PER_MINUTE,
      },
    },
    { provide: PrincipalReader, useValue: principals },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
})
class RoutesModule {}

let app: INestApplication<Server>;
beforeAll(async () => {
  app = await NestFactory.create(RoutesModule, createFastifyAdapter(), { logger: false, bodyParser: false });
  await observeRequests(app);
  await app.listen(0, '127.0.0.1');
});
afterAll(() => app.close());

describe('a route', () => {
  it.each([
    ['/public', 200, 200, 200],
    ['/signed-in', 401, 200, 200],
    ['/admins', 401, 403, 200],
    ['/silent', 401, 403, 403],
  ])(
    '%s returns %i to anonymous callers, %i to managers, %i to administrators',
    async (path, ...statuses) => {
      const responses = await Promise.all(
        ['', 'district_manager', 'admin'].map((role) =>
          request(app.getHttpServer()).get(path).set('Cookie', role),
        ),
      );
      expect(responses.map(({ status }) => status)).toEqual(statuses);
    },
  );
});

describe('a change', () => {
  const change = () => request(app.getHttpServer()).post('/signed-in').set('Cookie', 'admin');

  it('is refused from another site', async () => {
    const refused = await change().set('Sec-Fetch-Site', 'cross-site').expect(403);
    expect(refused.body).toMatchObject({ type: '/problems/foreign_site', code: 'foreign_site' });
    await change().set('Sec-Fetch-Site', 'same-origin').expect(201);
  });

  it('is refused with a read-only token, which may read', async () => {
    const refused = await change().set('Authorization', 'read-only-token').expect(403);
    expect(refused.body).toMatchObject({ code: 'read_only' });
    await change().set('Authorization', 'token').expect(201);
    const read = request(app.getHttpServer()).get('/signed-in').set('Cookie', 'admin');
    await read.set('Authorization', 'read-only-token').expect(200);
  });

  it('counts for the limit of changes, a read does not', async () => {
    const statuses = [];
    for (let call = 0; call < WRITES_PER_MINUTE; call++) statuses.push((await change()).status);
    expect(statuses).toContain(429);
    await request(app.getHttpServer()).get('/signed-in').set('Cookie', 'admin').expect(200);
  });
});

it('logs the user of a refused request', async () => {
  const id = 'refused-request-1';
  const call = request(app.getHttpServer()).get('/admins').set('X-Request-Id', id);
  await call.set('Cookie', 'district_manager').expect(403);
  const line = lines.find(({ requestId }) => requestId === id);
  expect(line).toMatchObject({ status: 403, path: '/admins', userId: 'x' });
});

it('logs an unexpected error and returns no internal details', async () => {
  const { status, text } = await request(app.getHttpServer()).post('/broken');
  expect(status).toBe(500);
  expect(text).not.toMatch(/secrets|relation|\.ts|node_modules/);
  expect(JSON.stringify(lines)).toContain('auth.secrets');
  expect(JSON.stringify(lines)).not.toContain('dana@');
});
