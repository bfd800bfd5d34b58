import { type DynamicModule, Module } from '@nestjs/common';
import type { AttachmentsConfig } from '../config.ts';
import { DiskStorage } from './disk-storage.ts';
import { credentialsOf } from './s3-client.ts';
import { S3Storage } from './s3-storage.ts';
import { STORAGE } from './storage.ts';

/** Provides the configured {@link STORAGE}, and the disk storage to the routes of its URLs. */
@Module({})
export class StorageModule {
  static forRoot(config: AttachmentsConfig): DynamicModule {
    const base = { module: StorageModule, global: true, exports: [STORAGE] };
    if (config.STORAGE_DRIVER === 's3') {
      return { ...base, providers: [{ provide: STORAGE, useValue: createS3Storage(config) }] };
    }
    const disk = new DiskStorage({
      directory: config.STORAGE_DIR,
      secrets: config.URL_SIGNING_SECRET,
      publicUrl: config.PUBLIC_URL,
      maxBytes: config.MAX_ATTACHMENT_BYTES,
      sentByGateway: config.FILES_SENT_BY_GATEWAY,
    });
    return {
      ...base,
      exports: [STORAGE, DiskStorage],
      providers: [
        { provide: DiskStorage, useValue: disk },
        { provide: STORAGE, useExisting: DiskStorage },
      ],
    };
  }
}

function createS3Storage(config: AttachmentsConfig & { STORAGE_DRIVER: 's3' }): S3Storage {
  return new S3Storage({
    bucket: config.S3_BUCKET,
    maxBytes: config.MAX_ATTACHMENT_BYTES,
    region: config.S3_REGION,
    endpoint: config.S3_ENDPOINT,
    innerEndpoint: config.S3_INNER_ENDPOINT,
    credentials: credentialsOf(config),
    forcePathStyle: config.S3_FORCE_PATH_STYLE,
  });
}
