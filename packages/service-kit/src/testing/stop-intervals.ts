import type { INestApplication } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';

/**
 * From here on a service's background work runs only in the rounds that a test starts, or a request of the test, so
 * that none changes the rows of a test by chance.
 */
export function stopIntervals(app: INestApplication): void {
  const registry = app.get(SchedulerRegistry);
  for (const name of registry.getIntervals()) registry.deleteInterval(name);
}
