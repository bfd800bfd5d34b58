import {
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnApplicationShutdown,
  type Provider,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { LoggerModule, PinoLogger } from 'nestjs-pino';
import type { DataSource } from 'typeorm';
import { AccessGuard } from './authorize.ts';
import type { BaseConfig } from './config.ts';
import { dataSourceOptions, openPool } from './database.ts';
import { EventIds } from './event-ids.ts';
import { Draining, HealthController } from './health.ts';
import { loggerParams } from './logging.ts';
import { MetricsController } from './metrics.controller.ts';
import { Metrics } from './metrics.ts';
import { PrincipalReader } from './principal-reader.ts';
import { ProblemFilter } from './problem.filter.ts';
import { createRedisConnection, type RedisConnection } from './redis.ts';
import { Idempotency, IdempotencyKeyGuard } from './idempotency.ts';
import { IdempotencyPurge } from './idempotency-purge.ts';
import { Transactions } from './transactions.ts';
import { RouteTable } from './route-table.ts';
import { Sessions } from './session.ts';
import { TokenUses } from './token-uses.ts';
import { CONFIG, PG_POOL, REDIS, SCHEMA, SERVICE_NAME } from './tokens.ts';
import { createValidationPipe } from './validation.ts';
import { WriteLimits } from './write-limits.ts';

interface ServiceModuleOptions<Config extends BaseConfig = BaseConfig> {
  /** For example `svc-core`. */
  name: string;
  /** The service's database schema. */
  schema: string;
  config: Config;
  /** Every TypeORM entity, including the published ones of other schemas. */
  entities: (new () => object)[];
}

/**
 * What every service has: settings, logs, database, Redis, sessions, access guard, validation, problems, health,
 * metrics.
 */
@Global()
@Module({})
export class ServiceModule implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: RedisConnection) {}

  static forRoot(options: ServiceModuleOptions): DynamicModule {
    const exported: Provider[] = [
      { provide: SERVICE_NAME, useValue: options.name },
      { provide: CONFIG, useValue: options.config },
      {
        provide: REDIS,
        inject: [PinoLogger],
        useFactory: (logger: PinoLogger): RedisConnection => connectRedis(options.config.REDIS_URL, logger),
      },
      {
        provide: PG_POOL,
        inject: [getDataSourceToken()],
        useFactory: (source: DataSource) => openPool(source),
      },
      Sessions,
      PrincipalReader,
      TokenUses,
      RouteTable,
      Draining,
      Metrics,
      EventIds,
      WriteLimits,
      Transactions,
      Idempotency,
    ];
    return {
      module: ServiceModule,
      imports: [
        DiscoveryModule,
        ScheduleModule.forRoot(),
        LoggerModule.forRoot(loggerParams(options.name, options.config)),
        TypeOrmModule.forRoot({
          ...dataSourceOptions(options.config, options),
          retryAttempts: 20,
          retryDelay: 500,
          autoLoadEntities: false,
        }),
      ],
      controllers: [HealthController, MetricsController],
      providers: [
        ...exported,
        { provide: SCHEMA, useValue: options.schema },
        IdempotencyPurge,
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_GUARD, useClass: IdempotencyKeyGuard },
        { provide: APP_PIPE, useFactory: createValidationPipe },
        { provide: APP_FILTER, useClass: ProblemFilter },
      ],
      exports: exported,
    };
  }

  onApplicationShutdown(): void {
    this.redis.destroy();
  }
}

/** Connects in the background: a service starts, and serves public routes, while Redis is unavailable. */
function connectRedis(url: string, logger: PinoLogger): RedisConnection {
  const redis = createRedisConnection(url);
  redis.on('error', (error: unknown) => logger.warn({ err: error }, 'Redis connection'));
  redis.connect().catch((error: unknown) => logger.error({ err: error }, 'Redis connection abandoned'));
  return redis;
}
