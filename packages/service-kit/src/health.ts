import { Controller, Get, Inject, Injectable } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Pool } from 'pg';
import { Public } from './authorize.ts';
import { unavailable } from './problem.ts';
import type { RedisConnection } from './redis.ts';
import { PG_POOL, REDIS } from './tokens.ts';

/** Whether the process is shutting down: no longer ready, but still finishing open requests. */
@Injectable()
export class Draining {
  isDraining = false;

  begin(): void {
    this.isDraining = true;
  }
}

/** For supervisors and orchestrators; the gateway does not route here. */
@ApiExcludeController()
@Controller('health')
@Public()
export class HealthController {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(REDIS) private readonly redis: RedisConnection,
    private readonly draining: Draining,
  ) {}

  /** The process is running. */
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** The process can serve requests: its database and Redis respond and it is not shutting down. */
  @Get('ready')
  async ready(): Promise<{ status: 'ok' }> {
    if (this.draining.isDraining) throw unavailable('Shutting down.');
    if (!this.redis.isReady) throw unavailable('Redis is unavailable.');
    await this.redis.ping();
    await this.pool.query('SELECT 1');
    return { status: 'ok' };
  }
}
