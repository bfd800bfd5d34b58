import 'reflect-metadata';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Body, Controller, Delete, type INestApplication, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { once } from 'node:events';
import { type IncomingMessage, request, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { createExpressAdapter } from './express/adapter.ts';
import { createFastifyAdapter } from './fastify/adapter.ts';

@Controller('things')
class ThingsController {
  @Post()
  create(@Body() body: unknown): { body: unknown } {
    return { body: body ?? 'none' };
  }

  @Delete()
  remove(): { removed: true } {
    return { removed: true };
  }
}

@Module({ controllers: [ThingsController] })
class ThingsModule {}

let app: INestApplication<Server> | undefined;
afterEach(() => app?.close());

const open = (address: string | AddressInfo | null): number => {
  if (address === null || typeof address === 'string') throw new Error('not a TCP server');
  return address.port;
};

/** Uses node:http, which can send a content type without a body, with a length or chunked. */
async function send(
  method: 'POST' | 'DELETE',
  headers: Record<string, string>,
  text: string | Buffer = '',
  path = '/things',
): Promise<{ status: number | undefined; body: unknown }> {
  const port = open(app?.getHttpServer().address() ?? null);
  const sent = request({ port, host: '127.0.0.1', path, method, headers });
  sent.end(text);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: await json(response) };
}

describe.each([
  ['Fastify', createFastifyAdapter],
  ['Express', createExpressAdapter],
])('on %s', (_name, adapter) => {
  const type = { 'Content-Type': 'application/json' };

  it.each([
    ['a length of zero', { ...type, 'Content-Length': '0' }],
    ['chunks', { ...type, 'Transfer-Encoding': 'chunked' }],
    ['another type', { 'Content-Type': 'text/plain', 'Content-Length': '0' }],
    ['a charset', { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': '0' }],
  ])('treats zero bytes as no body (%s)', async (_what, headers) => {
    app = await start(adapter());
    expect(await send('DELETE', headers)).toEqual({ status: 200, body: { removed: true } });
    const { status, body } = await send('POST', headers);
    expect(status).toBe(201);
    // body-parser turns an empty chunked body into an empty object.
    expect([{ body: 'none' }, { body: {} }]).toContainEqual(body);
  });

  it('rejects one byte of another type with 415', async () => {
    app = await start(adapter());
    const headers = { 'Content-Type': 'text/plain', 'Content-Length': '1' };
    expect((await send('POST', headers, '1')).status).toBe(415);
  });

  it.each([
    ['gzip', 415],
    ['identity, br', 415],
    ['Identity', 201],
  ])('a body with Content-Encoding: %s returns %i', async (encoding, status) => {
    app = await start(adapter());
    const headers = { ...type, 'Content-Encoding': encoding, 'Content-Length': '7' };
    const response = await send('POST', headers, '{"a":1}');
    expect(response.status).toBe(status);
    if (status === 415)
      expect(response.body).toEqual({ detail: expect.stringContaining('Content-Encoding') });
    const { 'Content-Length': _length, ...empty } = headers;
    expect((await send('DELETE', empty)).status).toBe(200);
  });

  it('rejects bytes that are not UTF-8, in words', async () => {
    app = await start(adapter());
    for (const [bytes, encoding] of [
      ['é', 'latin1'],
      ['\xe2\x82', 'latin1'],
      ['\xc0\xaf', 'latin1'],
      ['\xed\xa0\x80', 'latin1'],
      ['é', 'utf8'],
      ['漢🥪', 'utf8'],
    ] as const) {
      const { status, body } = await send('POST', type, Buffer.from(`{"a":"${bytes}"}`, encoding));
      const right = { status: 201, body: { body: { a: bytes } } };
      const wrong = { status: 400, body: { detail: expect.stringContaining('not UTF-8') } };
      expect({ status, body }).toEqual(encoding === 'utf8' ? right : wrong);
    }
  });

  it.each([
    ['q=Caf%C3%A9&r=1+1', 200],
    ['', 200],
    ['q=Caf%E9', 400],
    ['q=%', 400],
    ['q=%C3%28', 400],
    ['%FF=1', 400],
  ])('with the query %j returns %i', async (query, status) => {
    app = await start(adapter());
    const response = await send('DELETE', {}, '', `/things?${query}`);
    expect(response.status).toBe(status);
    if (status === 400) expect(response.body).toEqual({ detail: expect.stringContaining('as UTF-8') });
  });

  it('rejects white space and incomplete JSON', async () => {
    app = await start(adapter());
    for (const text of [' ', '{"a":']) {
      const length = String(Buffer.byteLength(text));
      expect((await send('POST', { ...type, 'Content-Length': length }, text)).status).toBe(400);
    }
    const whole = await send('POST', { ...type, 'Content-Length': '7' }, '{"a":1}');
    expect(whole).toEqual({ status: 201, body: { body: { a: 1 } } });
  });
});

async function start(adapter: FastifyAdapter | ReturnType<typeof createExpressAdapter>) {
  const started = await NestFactory.create<INestApplication<Server>>(ThingsModule, adapter, {
    logger: false,
    bodyParser: false,
  });
  await started.listen(0, '127.0.0.1');
  return started;
}
