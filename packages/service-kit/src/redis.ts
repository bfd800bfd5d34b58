import { createClient } from 'redis';

/**
 * A client that fails at once while Redis is away instead of queueing, gives up a command after 800 ms and comes back
 * by itself. It is not connected yet.
 */
export function createRedisConnection(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: 800 },
    socket: { connectTimeout: 1000, reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 1000) },
  });
}

export type RedisConnection = ReturnType<typeof createRedisConnection>;
