import 'reflect-metadata';
import { errorText, loadConfig, REDIS, type RedisConnection } from '@mainstay/service-kit';
import { NestFactory } from '@nestjs/core';
import { once } from 'node:events';
import { AccessModule } from './access/access.module.ts';
import { EndAllAccess } from './access/end-all-access.ts';
import { configSchema } from './config.ts';

const REDIS_WITHIN_MS = 10_000;

/**
 * Ends all sessions and revokes all tokens, with the settings of svc-auth.
 * @throws Error when Redis is unavailable
 */
async function endAllAccess(): Promise<void> {
  const context = await NestFactory.createApplicationContext(AccessModule.forRoot(loadConfig(configSchema)), {
    logger: ['error', 'warn', 'fatal'],
    abortOnError: false,
  });
  try {
    const redis = context.get<RedisConnection>(REDIS);
    if (!redis.isReady) await once(redis, 'ready', { signal: AbortSignal.timeout(REDIS_WITHIN_MS) });
    const { users, tokens, sessions } = await context.get(EndAllAccess).run();
    process.stdout.write(
      `Ended the access of ${users} users: ${sessions} sessions ended, ${tokens} tokens revoked. Everybody signs in again.\n`,
    );
  } finally {
    await context.close();
  }
}

try {
  await endAllAccess();
} catch (error) {
  process.stderr.write(`Not all access was ended; run the command again. ${errorText(error)}\n`);
  process.exitCode = 1;
}
