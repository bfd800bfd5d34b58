import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';

const PING_EVERY_MS = 500;
/** Longer than an event loop under load stalls. */
const SILENCE_LIMIT_MS = 1000;

/**
 * A client that fails at once while Redis is away instead of queueing, and comes back by itself. It is not connected
 * yet. When Redis accepts commands and answers none, the commands under way are rejected after at most 1.5 s: the
 * client's own time-outs end once a command is written, so a ping watches over all of them at no cost for each.
 */
export function createRedisConnection(url: string) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    // The ping below watches over commands; a time-out of its own for each costs more than the rest of the command.
    commandOptions: { timeout: 0 },
    socket: { connectTimeout: 1000, reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 1000) },
  });
  const settled = (): true => true;
  const answers = async (): Promise<boolean> =>
    Promise.race([
      client.ping().then(settled, settled),
      // What arrived while the event loop was busy is read before the verdict.
      sleep(SILENCE_LIMIT_MS, undefined, { ref: false }).then(() => setImmediate(false)),
    ]);
  const watch = async (): Promise<void> => {
    if (!client.isReady || (await answers()) || !client.isOpen) return;
    client.destroy();
    client.emit('error', new Error('Redis does not answer; connecting anew'));
    await client.connect();
  };
  const watchOn = (): void => {
    setTimeout(() => {
      watch()
        .catch((error: unknown) => client.emit('error', error))
        .finally(watchOn);
    }, PING_EVERY_MS).unref();
  };
  // In the context of here, not of whatever connected: with tracing on, each ping were a span of that connect.
  client.once('ready', AsyncLocalStorage.bind(watchOn));
  return client;
}

export type RedisConnection = ReturnType<typeof createRedisConnection>;
