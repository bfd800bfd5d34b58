import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';

const PING_EVERY_MS = 500;
/** Longer than the event loop stalls under load. */
const SILENCE_LIMIT_MS = 1000;

/**
 * A client that fails at once while Redis is unavailable, instead of queueing, and reconnects by itself. Not connected
 * yet. When Redis accepts commands and does not respond, pending commands are rejected after at most 1.5 s: the
 * client's own timeouts end once a command is written, so one ping monitors all commands.
 */
export function createRedisConnection(url: string) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    // The ping below monitors commands; a timeout for each would cost more than the rest of the command.
    commandOptions: { timeout: 0 },
    socket: { connectTimeout: 1000, reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 1000) },
  });
  const settled = (): true => true;
  const responds = async (): Promise<boolean> =>
    Promise.race([
      client.ping().then(settled, settled),
      // Responses that arrived while the event loop was busy are read before the timeout counts.
      sleep(SILENCE_LIMIT_MS, undefined, { ref: false }).then(() => setImmediate(false)),
    ]);
  const watch = async (): Promise<void> => {
    if (!client.isReady || (await responds()) || !client.isOpen) return;
    client.destroy();
    client.emit('error', new Error('Redis does not respond; reconnecting'));
    await client.connect();
  };
  const watchOn = (): void => {
    setTimeout(() => {
      watch()
        .catch((error: unknown) => client.emit('error', error))
        .finally(watchOn);
    }, PING_EVERY_MS).unref();
  };
  // Bound to this context, not to that of the connect: with tracing, each ping would become a span of it.
  client.once('ready', AsyncLocalStorage.bind(watchOn));
  return client;
}

export type RedisConnection = ReturnType<typeof createRedisConnection>;
