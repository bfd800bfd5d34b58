import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
  const sent = request({ port, host: '127.0.0.1', path, method, headers, agent: false });
  sent.end(text);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: await json(response) };
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const empty = { 'Content-Length': '0' };
const seven = { ...JSON_TYPE, 'Content-Length': '7' };
const notUtf8 = { detail: expect.stringContaining('not UTF-8') };
const encoding = { detail: expect.stringContaining('Content-Encoding') };
const bytes = (text: string) => Buffer.from(`{"a":"${text}"}`, 'latin1');

describe.each([
  ['Fastify', createFastifyAdapter],
  ['Express', createExpressAdapter],
])('on %s', (_name, adapter) => {
  beforeAll(async () => {
    app = await start(adapter());
  });
  afterAll(() => app?.close());

  it.each([
    ['a length of zero', { ...JSON_TYPE, ...empty }],
    ['chunks', { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }],
    ['another type', { 'Content-Type': 'text/plain', ...empty }],
    ['a charset', { 'Content-Type': 'application/json; charset=utf-8', ...empty }],
  ])('treats zero bytes as no body (%s)', async (_what, headers) => {
    expect(await send('DELETE', headers)).toEqual({ status: 200, body: { removed: true } });
    const { status, body } = await send('POST', headers);
    expect(status).toBe(201);
    // body-parser turns an empty chunked body into an empty object.
    expect([{ body: 'none' }, { body: {} }]).toContainEqual(body);
  });

  it('asks for no encoding where there is no body', async () => {
    expect((await send('DELETE', { ...JSON_TYPE, 'Content-Encoding': 'gzip' })).status).toBe(200);
  });

  it.each<[string, Record<string, string>, string | Buffer, number, object?]>([
    ['JSON', seven, '{"a":1}', 201, { body: { a: 1 } }],
    ['JSON of no encoding', { ...seven, 'Content-Encoding': 'Identity' }, '{"a":1}', 201],
    ['one byte of another type', { 'Content-Type': 'text/plain', 'Content-Length': '1' }, '1', 415],
    ['gzip', { ...seven, 'Content-Encoding': 'gzip' }, '{"a":1}', 415, encoding],
    ['two encodings', { ...seven, 'Content-Encoding': 'identity, br' }, '{"a":1}', 415, encoding],
    ['white space', JSON_TYPE, ' ', 400],
    ['incomplete JSON', JSON_TYPE, '{"a":', 400],
    ['UTF-8', JSON_TYPE, '{"a":"é漢🥪"}', 201, { body: { a: 'é漢🥪' } }],
    ['Latin-1', JSON_TYPE, bytes('é'), 400, notUtf8],
    ['half a character', JSON_TYPE, bytes('\xe2\x82'), 400, notUtf8],
    ['a slash in two bytes', JSON_TYPE, bytes('\xc0\xaf'), 400, notUtf8],
    ['half a surrogate pair', JSON_TYPE, bytes('\xed\xa0\x80'), 400, notUtf8],
  ])('a body: %s', async (_what, headers, sent, status, body = {}) => {
    const response = await send('POST', headers, sent);
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject(body);
  });

  it.each([
    ['q=Caf%C3%A9&r=1+1', 200],
    ['', 200],
    ['q=Caf%E9', 400],
    ['q=%', 400],
    ['q=%C3%28', 400],
    ['%FF=1', 400],
  ])('with the query %j returns %i', async (query, status) => {
    const response = await send('DELETE', {}, '', `/things?${query}`);
    expect(response.status).toBe(status);
    if (status === 400) expect(response.body).toEqual({ detail: expect.stringContaining('as UTF-8') });
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
