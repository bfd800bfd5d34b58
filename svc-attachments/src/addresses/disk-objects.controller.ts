import { forbidden, notFound, Problem, Public } from '@mainstay/service-kit';
import { Controller, Get, HttpCode, Param, Post, Put, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { requestedBytes } from '../storage/byte-range.ts';
import { attachmentDisposition } from '../storage/content-disposition.ts';
import { noSuchUpload } from '../attachments/upload-grants.service.ts';
import { DiskStorage, OBJECTS_PATH, PICTURES } from '../storage/disk-storage.ts';
import { readForm } from '../storage/form-reader.ts';
import type { SignedAddress } from '../storage/signed-address.ts';
import { fileTooLarge, OPAQUE_TYPE, PICTURE_TYPE } from '../storage/storage.ts';
import { StreamedFile, StreamedForm } from '../storage/streamed-bodies.ts';
import { LiveAddresses } from './live-addresses.ts';

/** Maximum pause of an upload (specification, section 9). */
const IDLE_MS = 5 * 60_000;

/** Maximum bytes of a form in addition to its file. */
const FORM_BYTES = 64 * 1024;

/**
 * Target of the URLs of the disk storage. The signature authorizes, without a session, until the URL ends with its
 * cause. A URL is used like one of S3, so these routes are not part of the documented API.
 */
@ApiExcludeController()
@Controller(OBJECTS_PATH.slice(1))
@Public()
export class DiskObjectsController {
  constructor(
    private readonly storage: DiskStorage,
    private readonly live: LiveAddresses,
  ) {}

  @Put(':area/:id')
  @HttpCode(200)
  @StreamedFile()
  async put(
    @Param('area') area: string,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { key, part, maxBytes } = this.requirePermission('PUT', `${area}/${id}`, request);
    const limit = Math.min(maxBytes ?? this.storage.maxBytes, this.storage.maxBytes);
    this.prepareUpload(request, limit, limit);
    const write = () =>
      part
        ? this.storage.multipart.write(key, part.uploadId, part.number, request.raw)
        : this.storage.write(key, request.raw, limit);
    reply.header('ETag', await this.whileOpen(key, write));
  }

  @Post()
  @HttpCode(201)
  @StreamedForm()
  async post(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    this.prepareUpload(request, this.storage.maxBytes + FORM_BYTES, this.storage.maxBytes);
    const { fields, file } = await readForm(request.raw);
    try {
      const { key } = requireValid(this.storage.formPermission(fields));
      reply.header('ETag', await this.whileOpen(key, () => this.storage.write(key, file)));
    } catch (error) {
      file.destroy();
      throw error;
    }
  }

  /** Also serves HEAD. */
  @Get(':area/:id')
  async get(
    @Param('area') area: string,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { key, fileName, holder } = this.requirePermission('GET', `${area}/${id}`, request);
    if (!holder) throw notValid();
    if (!(await this.live.serves(key, holder))) throw missing();
    reply.headers({
      'Content-Type': area === PICTURES ? PICTURE_TYPE : OPAQUE_TYPE,
      'Content-Disposition': attachmentDisposition(fileName),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      // A thumbnail is displayed repeatedly, a file is downloaded once.
      'Cache-Control': area === PICTURES ? 'private, max-age=86400' : 'private, no-store',
    });
    const gatewayPath = this.storage.gatewayPathOf(key);
    await (gatewayPath === undefined ? this.send(key, request, reply) : this.leave(key, gatewayPath, reply));
  }

  /** Stores what is sent while the grant of the upload is open; what arrives while it ends is removed again. */
  private async whileOpen(key: string, write: () => Promise<string>): Promise<string> {
    if (!(await this.live.takesBytes(key))) throw noSuchUpload();
    const written = write();
    await Promise.allSettled([written]);
    if (await this.live.takesBytes(key)) return written;
    await this.storage.remove(key);
    throw noSuchUpload();
  }

  /** Lets nginx send the file, including ranges: https://nginx.org/en/docs/http/ngx_http_proxy_module.html */
  private async leave(key: string, gatewayPath: string, reply: FastifyReply): Promise<void> {
    if (!(await this.storage.inspect(key))) throw missing();
    await reply.header('X-Accel-Redirect', gatewayPath).send();
  }

  private async send(key: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const object = await this.storage.open(key);
    if (!object) throw missing();
    const { size, version } = object;
    const etag = `"${version}"`;
    const asked = requestedBytes(request.headers, size, etag);
    if (asked === 'unsatisfiable') {
      await object.close();
      throw new Problem('range', `The requested range is outside the file (${size} bytes).`, {
        headers: { 'Content-Range': `bytes */${size}` },
      });
    }
    reply.headers({
      'Accept-Ranges': 'bytes',
      ETag: etag,
      'Content-Length': asked === 'all' ? size : asked.end - asked.start + 1,
    });
    if (asked !== 'all') {
      reply.status(206).header('Content-Range', `bytes ${asked.start}-${asked.end}/${size}`);
    }
    if (request.method === 'HEAD') {
      await object.close();
      await reply.send(Readable.from([]));
    } else {
      await reply.send(asked === 'all' ? object.bytes() : object.bytes(asked));
    }
  }

  /** @param maxBody maximum bytes of the body, which has a file of at most `maxBytes` */
  private prepareUpload({ headers, raw }: FastifyRequest, maxBody: number, maxBytes: number): void {
    if (Number(headers['content-length'] ?? 0) > maxBody) throw fileTooLarge(maxBytes);
    raw.setTimeout(IDLE_MS, () => raw.destroy());
  }

  private requirePermission(method: 'PUT' | 'GET', key: string, { url }: FastifyRequest): SignedAddress {
    const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
    return requireValid(this.storage.permission(method, key, query));
  }
}

const missing = () => notFound('This file no longer exists, or this address has ended.');
const notValid = () => forbidden('signature', 'This address is not valid. Please request a new one.');

function requireValid(permission: SignedAddress | undefined): SignedAddress {
  if (!permission) throw notValid();
  if (permission.expiresAt.getTime() <= Date.now()) {
    throw forbidden('address_expired', 'Request has expired. Please request a new address.');
  }
  return permission;
}
