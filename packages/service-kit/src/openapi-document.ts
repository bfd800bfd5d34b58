import {
  Controller,
  type DynamicModule,
  Get,
  Header,
  Headers,
  Inject,
  Module,
  Res,
  type Type,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiExcludeController } from '@nestjs/swagger';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Public } from './authorize.ts';
import type { BaseConfig } from './config.ts';
import { namesTag } from './entity-tag.ts';
import { CONFIG } from './tokens.ts';

interface OpenApiDocument {
  text: string;
  /** Changes with the text (RFC 9110, 8.8.3). */
  entityTag: string;
}

const DOCUMENT = Symbol('openapi-document');

/**
 * Serves a service's committed `openapi.json`, with the commit behind its version, at `/api/docs/<name>.json`, without
 * sign-in.
 */
@Module({})
export class OpenApiDocumentModule {
  /**
   * @param name for example `core`
   * @param file path of the committed document; a test compares it with the code
   */
  static forRoot({ name, file }: { name: string; file: string }): DynamicModule {
    return {
      module: OpenApiDocumentModule,
      controllers: [documentController(name)],
      // Read once at start; a service without the file does not start.
      providers: [
        {
          provide: DOCUMENT,
          inject: [CONFIG],
          useFactory: ({ COMMIT }: BaseConfig) => readDocument(file, COMMIT),
        },
      ],
    };
  }
}

function readDocument(file: string, commit: string): OpenApiDocument {
  const text = withCommit(readFileSync(file, 'utf8'), commit);
  return { text, entityTag: `"${createHash('sha256').update(text).digest('base64url')}"` };
}

/** A document whose version names the commit that runs, as SemVer writes it: `0.1.0+16b16ee`. */
export const withCommit = (text: string, commit: string): string =>
  commit === '' ? text : text.replace(/^( {4}"version": "[^"]+)"/m, `$1+${commit}"`);

/** The name is part of the path, so each service needs its own controller. */
function documentController(name: string): Type {
  @ApiExcludeController()
  @Controller('api/docs')
  @Public()
  class OpenApiDocumentController {
    constructor(
      @Inject(DOCUMENT) private readonly document: OpenApiDocument,
      private readonly adapterHost: HttpAdapterHost,
    ) {}

    @Get(`${name}.json`)
    @Header('Content-Type', 'application/json; charset=utf-8')
    @Header('Cache-Control', 'no-cache')
    read(
      @Headers('if-none-match') known: string | undefined,
      @Res({ passthrough: true }) response: object,
    ): string | undefined {
      const { httpAdapter } = this.adapterHost;
      const { text, entityTag } = this.document;
      httpAdapter.setHeader(response, 'ETag', entityTag);
      if (known === undefined || !namesTag(known, entityTag)) return text;
      httpAdapter.status(response, 304);
      return undefined;
    }
  }
  return OpenApiDocumentController;
}
