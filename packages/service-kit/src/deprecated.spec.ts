import 'reflect-metadata';
import { expect, it } from '@jest/globals';
import { Controller, Get, type INestApplication, Module, NotFoundException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { z } from 'zod';
import { Public } from './authorize.ts';
import { Deprecated } from './deprecated.ts';
import { createExpressAdapter } from './express/adapter.ts';
import { createFastifyAdapter } from './fastify/adapter.ts';
import { writeOpenApi } from './openapi.ts';
import { Returns } from './returns.ts';

const days = { since: '2026-12-01', until: '2027-12-01' };
const described = (operationId: string) => ({ operationId, summary: 'S', description: 'D.' });

@Controller('api')
@Public()
class ThingsController {
  @Get('old')
  @Deprecated(days)
  @Returns(200, z.object({}), described('readOld'))
  old() {
    return {};
  }

  @Get('missing')
  @Deprecated(days)
  @Returns(200, z.object({}), described('readMissing'))
  missing() {
    throw new NotFoundException();
  }

  @Get('new')
  @Returns(200, z.object({}), described('readNew'))
  current() {
    return {};
  }
}

@Module({ controllers: [ThingsController] })
class ThingsModule {}

it.each([
  ['Express', createExpressAdapter],
  ['Fastify', createFastifyAdapter],
])(
  '%s sends when a call was announced to end, and when it does, also with a refusal',
  async (_name, adapter) => {
    const app: INestApplication<Server> = await NestFactory.create(ThingsModule, adapter(), {
      logger: false,
      bodyParser: false,
    });
    await app.listen(0, '127.0.0.1');
    try {
      const server = app.getHttpServer();
      for (const [path, status] of [
        ['/api/old', 200],
        ['/api/missing', 404],
      ] as const) {
        const response = await request(server).get(path).expect(status);
        expect(response.headers).toMatchObject({
          deprecation: '@1796083200',
          sunset: 'Wed, 01 Dec 2027 00:00:00 GMT',
        });
      }
      const { headers } = await request(server).get('/api/new').expect(200);
      expect([headers['deprecation'], headers['sunset']]).toEqual([undefined, undefined]);
    } finally {
      await app.close();
    }
  },
);

it('its document says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'deprecated-'));
  try {
    const file = join(folder, 'openapi.json');
    await writeOpenApi({ module: ThingsModule, title: 'T', description: 'D', tags: {}, file });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      paths: {
        '/api/old': { get: { deprecated: true, 'x-sunset': '2027-12-01' } },
        '/api/new': { get: expect.not.objectContaining({ deprecated: true }) },
      },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('nothing ends within twelve months', () => {
  expect(() => Deprecated({ since: '2026-12-01', until: '2027-11-30' })).toThrow(RangeError);
});
