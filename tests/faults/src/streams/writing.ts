import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from '../faults/stage.ts';

/** Makes and moves tickets at a steady rate, until it is stopped. */
export class Writing {
  /** Responses other than success, in words, with their time. */
  readonly errors: string[] = [];
  private readonly tickets: string[] = [];
  private readonly underWay = new Set<Promise<void>>();
  private readonly stage: Stage;
  private readonly locationIds: readonly string[];
  private readonly loop: Promise<void>;
  private isOver = false;

  constructor(stage: Stage, locationIds: readonly string[], perSecond: number) {
    this.stage = stage;
    this.locationIds = locationIds;
    this.loop = this.run(1000 / perSecond);
  }

  /** Resolves when every response has arrived. */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.loop;
    await Promise.all(this.underWay);
  }

  private async run(everyMs: number): Promise<void> {
    const begun = performance.now();
    for (let number = 0; !this.isOver; number += 1) {
      const write = this.write(number).finally(() => this.underWay.delete(write));
      this.underWay.add(write);
      await sleep(Math.max(0, begun + (number + 1) * everyMs - performance.now()));
    }
  }

  private async write(number: number): Promise<void> {
    const { admin } = this.stage;
    const locationId = this.locationIds[Math.floor(Math.random() * this.locationIds.length)];
    const ticket = number % 3 === 0 ? this.tickets.shift() : undefined;
    const key = { 'Idempotency-Key': randomUUID() };
    const { request, status, body } =
      ticket === undefined
        ? await admin.ask(
            'POST',
            '/api/tickets',
            {
              title: `Stream ${number}`,
              description: 'D',
              locationId,
              priority: 'low',
              ticketType: 'repair',
            },
            key,
          )
        : await admin.ask('PATCH', `/api/tickets/${ticket}`, { locationId });
    if (status === 201) this.tickets.push((body as { id: string }).id);
    else if (status !== 200) {
      this.errors.push(`${new Date().toISOString()} ${status} to ${request}: ${JSON.stringify(body)}`);
    }
  }
}
