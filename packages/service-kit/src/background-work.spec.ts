import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Interval, ScheduleModule } from '@nestjs/schedule';
import { NestFactory } from '@nestjs/core';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { BackgroundWork } from './background-work.ts';
import { requestContext, beginRequestContext } from './request-context.ts';

const EVERY_MS = 20;

/** Work whose rounds end when the test says so. */
class Work extends BackgroundWork {
  readonly rounds: { end: () => void; fail: () => void; requestId: string | null }[] = [];
  /** Whether further rounds end at once. */
  isTestOver = false;

  @Interval(EVERY_MS)
  run(): void {
    this.start(
      () =>
        new Promise<void>((resolve, reject) => {
          const fail = () => reject(new Error('the database is away'));
          if (this.isTestOver) resolve();
          this.rounds.push({ end: resolve, fail, requestId: requestContext().requestId });
        }),
      'The work failed',
    );
  }
}

@Module({ imports: [ScheduleModule.forRoot()], providers: [Work] })
class WorkModule {}

let app: INestApplicationContext;
let work: Work;
const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);

beforeEach(async () => {
  jest.useFakeTimers();
  warned.mockClear();
  app = await NestFactory.createApplicationContext(WorkModule, { logger: false });
  work = app.get(Work);
});
afterEach(async () => {
  work.isTestOver = true;
  const closed = app.close();
  for (const { end } of work.rounds) end();
  await closed;
  jest.useRealTimers();
});

const pass = (intervals: number) => jest.advanceTimersByTimeAsync(intervals * EVERY_MS);

it('starts a round at each interval, unless one is running', async () => {
  expect(work.rounds).toHaveLength(0);
  await pass(3);
  expect(work.rounds).toHaveLength(1);
  work.rounds[0]?.end();
  await pass(1);
  expect(work.rounds).toHaveLength(2);
});

it('starts one more round for all that asked meanwhile, and is idle after that', async () => {
  await work.idle();
  for (let asked = 0; asked < 3; asked += 1) work.run();
  let isIdle = false;
  const idle = work.idle().then(() => (isIdle = true));
  for (const round of [1, 2]) {
    await jest.advanceTimersByTimeAsync(0);
    expect([work.rounds.length, isIdle]).toEqual([round, false]);
    work.rounds[round - 1]?.end();
  }
  await idle;
  expect(work.rounds).toHaveLength(2);
});

it('logs the failure of a round, and starts the next', async () => {
  await pass(1);
  work.rounds[0]?.fail();
  await pass(1);
  expect(warned.mock.calls).toEqual([[{ err: new Error('the database is away') }, 'The work failed']]);
  expect(work.rounds).toHaveLength(2);
});

it('at shutdown waits for the current round, and starts no other', async () => {
  await pass(1);
  let isClosed = false;
  const closed = app.close().then(() => (isClosed = true));
  await pass(2);
  expect(isClosed).toBe(false);
  work.rounds[0]?.end();
  await closed;
  await pass(2);
  work.run();
  expect(work.rounds).toHaveLength(1);
});

it('does not work in the name of the request that starts a round', () => {
  beginRequestContext('request-1');
  work.run();
  expect(work.rounds.map(({ requestId }) => requestId)).toEqual([null]);
});
