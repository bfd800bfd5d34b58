import { forbidden, notFound, Public, tooLarge } from '@mainstay/service-kit';
import { Controller, Get, HttpCode, Param, Put, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { attachmentDisposition } from './content-disposition.ts';
import { DiskStorage } from './disk-storage.ts';
import type { SignedAddress } from './signed-address.ts';
import { Streamed } from './streamed-bodies.ts';

/** An upload may pause this long (specification, section 9). */
const IDLE_MS = 5 * 60_000;

/**
 * Where the URLs of the disk storage lead. The signature alone authorises: a URL does here what it would do at S3, so
 * these routes are no part of the documented API.
 */
@ApiExcludeController()
@Controller('api/attachments/objects/:area')
@Public()
export class DiskObjectsController {
  constructor(private readonly storage: DiskStorage) {}

  @Put(':id')
  @HttpCode(200)
  @Streamed()
  async put(
    @Param('area') area: string,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const { key } = this.requirePermission('PUT', `${area}/${id}`, request);
    if (Number(request.headers['content-length'] ?? 0) > this.storage.maxBytes) {
      throw tooLarge(`A file may have at most ${this.storage.maxBytes} bytes.`);
    }
    request.raw.setTimeout(IDLE_MS, () => request.raw.destroy());
    await this.storage.write(key, request.raw);
  }

  @Get(':id')
  async get(
    @Param('area') area: string,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { key, fileName } = this.requirePermission('GET', `${area}/${id}`, request);
    const object = await this.storage.read(key);
    if (!object) throw notFound('This file does not exist any more.');
    reply.headers({
      'Content-Type': 'application/octet-stream',
      'Content-Length': object.size,
      'Content-Disposition': attachmentDisposition(fileName),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, no-store',
    });
    await reply.send(object.stream);
  }

  private requirePermission(method: 'PUT' | 'GET', key: string, { url }: FastifyRequest): SignedAddress {
    const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
    const permission = this.storage.permission(method, key, query);
    if (!permission) throw forbidden('This address is not valid. Please ask for a new one.');
    if (permission.expiresAt.getTime() <= Date.now()) {
      throw forbidden('Request has expired. Please ask for a new address.');
    }
    return permission;
  }
}
