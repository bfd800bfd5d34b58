import { BackgroundWork, REDIS, type RedisConnection } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

/** Streams of one user, in all replicas together. */
export const STREAMS_OF_A_USER = 10;

/** A replica that was killed renews nothing: its streams count for so long. */
const LEASE_MS = 5000;
const RENEW_EVERY_MS = 1500;

const keyOf = (userId: string): string => `event-streams:${userId}`;

/** The members of a sorted set are the user's streams, each with the time of Redis at which its lease ends. */
const now = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/** KEYS: the set. ARGV: lease in milliseconds, streams at most, the new stream. Returns 0 when there are too many. */
const TAKE = `${now}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`;

/** KEYS: the set. ARGV: lease in milliseconds, the streams. Also adds them to a Redis that lost them. */
const RENEW = `${now}
for at = 2, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[at]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])`;

/** Limits the open streams of a user across all replicas. */
@Injectable()
export class StreamLeases extends BackgroundWork {
  /** The streams of this process by user. */
  private readonly held = new Map<string, Set<string>>();

  constructor(@Inject(REDIS) private readonly redis: RedisConnection) {
    super();
  }

  /** Returns 0, or the whole seconds to wait when the user has too many streams. */
  async take(userId: string, streamId: string): Promise<number> {
    const taken = await this.redis.eval(TAKE, {
      keys: [keyOf(userId)],
      arguments: [String(LEASE_MS), String(STREAMS_OF_A_USER), streamId],
    });
    if (taken !== 1) return LEASE_MS / 1000;
    const streams = this.held.get(userId) ?? new Set();
    this.held.set(userId, streams.add(streamId));
    return 0;
  }

  /** Never fails: a lease that cannot be ended in Redis ends by itself. */
  async release(userId: string, streamId: string): Promise<void> {
    const streams = this.held.get(userId);
    streams?.delete(streamId);
    if (streams?.size === 0) this.held.delete(userId);
    try {
      await this.redis.zRem(keyOf(userId), streamId);
    } catch (error) {
      this.logger.warn({ err: error }, 'The lease of a stream could not be ended; it ends by itself');
    }
  }

  @Interval('renew leases of streams', RENEW_EVERY_MS)
  run(): void {
    if (this.held.size > 0) this.start(() => this.renew(), 'Leases of streams could not be renewed');
  }

  private async renew(): Promise<void> {
    await Promise.all(
      [...this.held].map(([userId, streams]) =>
        this.redis.eval(RENEW, { keys: [keyOf(userId)], arguments: [String(LEASE_MS), ...streams] }),
      ),
    );
  }
}
