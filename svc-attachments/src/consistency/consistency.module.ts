import { CONFIG, PG_POOL } from '@mainstay/service-kit';
import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import type { AttachmentsConfig } from '../config.ts';
import { StorageModule } from '../storage/storage.module.ts';
import { ConsistencyCheck } from './consistency-check.ts';

/** Modules of the check without the service: no sweeper, no sessions, one connection. */
@Module({})
export class ConsistencyModule implements OnApplicationShutdown {
  constructor(@Inject(PG_POOL) private readonly pool: pg.Pool) {}

  static forRoot(config: AttachmentsConfig): DynamicModule {
    return {
      module: ConsistencyModule,
      imports: [StorageModule.forRoot(config)],
      providers: [
        { provide: CONFIG, useValue: config },
        {
          provide: PG_POOL,
          useFactory: () =>
            new pg.Pool({
              connectionString: config.DATABASE_URL,
              application_name: 'svc-attachments consistency',
              max: 1,
              connectionTimeoutMillis: 5000,
              statement_timeout: 60_000,
            }),
        },
        ConsistencyCheck,
      ],
    };
  }

  onApplicationShutdown(): Promise<void> {
    return this.pool.end();
  }
}
