import { expect, it } from '@jest/globals';
import { createService } from '@mainstay/service-kit';
import type { TestUser } from '@mainstay/service-kit/testing';
import type { INestApplication } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from 'node:http';
import request from 'supertest';
import type { ChangesResponse } from '../src/changes/changes.schemas.ts';
import { serviceOptions } from '../src/service-options.ts';
import { writeRandomly } from './random-changes.ts';
import { useService } from './running-service.ts';
import { storesOf } from './stores.ts';
import { WrittenRows } from './written-rows.ts';

const [CHANGES, KILLS] = process.env['NIGHTLY'] === '1' ? [10_000, 20] : [1000, 4];
const LOCATIONS = 6;
const OF_TRANSACTION = 10;

const service = useService();
const rows = new WrittenRows(service);
const stores = storesOf(service);

/** Keeps the versions of the tickets that a user sees as a program far away would: by what it is told of them. */
class Follower {
  readonly tickets = new Map<string, number>();
  /** How often everything was read again. */
  resets = 0;
  /** What it was told, once each. */
  readonly told = new Set<string>();
  readonly faults: string[] = [];
  private cursor: string | undefined;

  constructor(
    private readonly user: TestUser,
    /** The service that answers now. */
    private readonly app: () => INestApplication<Server>,
  ) {}

  /** @returns whether there is more */
  async poll(): Promise<boolean> {
    const before = await this.scope();
    const query = this.cursor === undefined ? '' : `?limit=50&after=${this.cursor}`;
    const response = await request(this.app().getHttpServer())
      .get(`/api/changes${query}`)
      .set('Cookie', this.user.cookie)
      .catch(() => undefined);
    // A killed service, or one whose connections were.
    if (response === undefined || response.status === 503) return true;
    if (response.status === 410 || this.cursor === undefined)
      return this.readAgain(response.body as ChangesResponse);
    if (response.status !== 200) throw new Error(`${response.status} ${response.text}`);
    const { changes, cursor, more } = response.body as ChangesResponse;
    const seen = new Set([...before, ...(await this.scope())]);
    for (const { entity, id, version, action } of changes) {
      const change = [entity, id, version, action].join(' ');
      if (this.told.has(change)) this.faults.push(`twice: ${change}`);
      this.told.add(change);
      if (!(await this.isOf(entity, id, version, seen))) this.faults.push(`not visible: ${change}`);
      if (entity === 'ticket') await this.read(id);
    }
    this.cursor = cursor;
    return more;
  }

  /** What is there, for this user. */
  async state(): Promise<Map<string, number>> {
    return new Map((await this.ticketsWhere('')).map(({ id, version }) => [id, version]));
  }

  private async readAgain({ cursor }: Pick<ChangesResponse, 'cursor'>): Promise<boolean> {
    this.cursor = cursor;
    this.resets += 1;
    this.tickets.clear();
    for (const [id, version] of await this.state()) this.tickets.set(id, version);
    return true;
  }

  private async read(id: string): Promise<void> {
    const [ticket] = await this.ticketsWhere('AND t.id = $2', id);
    if (ticket) this.tickets.set(id, ticket.version);
    else this.tickets.delete(id);
  }

  private async ticketsWhere(more: string, ...values: string[]): Promise<{ id: string; version: number }[]> {
    const { rows: found } = await service.backends.admin.query<{ id: string; version: number }>(
      `SELECT t.id, t.version FROM core.tickets t
       WHERE t.location_id IN (SELECT location_id FROM core.manager_assignments WHERE manager_id = $1) ${more}`,
      [this.user.userId, ...values],
    );
    return found;
  }

  private async scope(): Promise<string[]> {
    const { rows: found } = await service.backends.admin.query<{ id: string }>(
      'SELECT location_id AS id FROM core.manager_assignments WHERE manager_id = $1',
      [this.user.userId],
    );
    return found.map(({ id }) => id);
  }

  private async isOf(
    entity: string,
    id: string,
    version: number | null,
    places: Set<string>,
  ): Promise<boolean> {
    const { rows: found } = await service.backends.admin.query(
      `SELECT FROM auth.changes WHERE entity = $1 AND entity_id = $2 AND version IS NOT DISTINCT FROM $3
         AND (location_before = ANY ($4) OR location_after = ANY ($4))`,
      [entity, id, version, [...places]],
    );
    return found.length > 0;
  }
}

it(`who follows ${CHANGES} changes through ${KILLS} kills, and changes of what is visible, has all that is visible`, async () => {
  const { admin } = service.backends;
  const locations: string[] = [];
  while (locations.length < LOCATIONS) locations.push(await rows.location());
  const user = await service.createUser('district_manager');
  for (const location of locations.slice(0, 3)) await rows.assign(user.userId, location);
  let app = service.app;
  const follower = new Follower(user, () => app);
  while ((await follower.poll()) && follower.resets === 0);

  const state = { areWritten: false, isBehind: true };
  async function write(): Promise<void> {
    for (let written = 0; written < CHANGES; written += 2 * OF_TRANSACTION) {
      await Promise.all([
        writeRandomly(admin, user.userId, locations, OF_TRANSACTION),
        writeRandomly(admin, service.admin.userId, locations, OF_TRANSACTION),
      ]);
      const [location = ''] = locations.slice((written / (2 * OF_TRANSACTION)) % LOCATIONS);
      // Now and then another location is assigned, or taken back.
      if (written % (CHANGES / 10) !== 0) continue;
      // Every second time the follower has read what was written before.
      state.isBehind = written % (CHANGES / 5) === 0;
      while (state.isBehind && !state.areWritten) await sleep(5);
      await stores.change(null, ({ run }) =>
        run(
          `WITH ended AS (DELETE FROM core.manager_assignments WHERE manager_id = $1 AND location_id = $2 RETURNING id)
           INSERT INTO core.manager_assignments (manager_id, location_id)
           SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM ended)`,
          [user.userId, location],
        ),
      );
    }
  }
  /** Ends the connections of the service, and every second time the service, which another one follows. */
  async function kill(): Promise<number> {
    let kills = 0;
    for (; kills < KILLS && !state.areWritten; kills += 1) {
      await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'svc_notifications'
        AND datname = current_database()`);
      if (kills % 2 === 1) {
        const former = app;
        const next: INestApplication<Server> = await createService(serviceOptions(service.config));
        await next.listen(0, '127.0.0.1');
        app = next;
        if (former !== service.app) await former.close();
      }
      await sleep(100);
    }
    return kills;
  }
  const isSame = async () => {
    const there = await follower.state();
    return (
      there.size === follower.tickets.size &&
      [...there].every(([id, version]) => follower.tickets.get(id) === version)
    );
  };
  const killing = kill();
  let kills = 0;
  try {
    const work = Promise.all([write().finally(() => (state.areWritten = true)), killing]);
    while (!state.areWritten) state.isBehind = await follower.poll();
    [, kills] = await work;
    for (const end = Date.now() + 60_000; Date.now() < end && !(await isSame());) await follower.poll();
  } finally {
    state.areWritten = true;
    await killing;
    if (app !== service.app) await app.close();
  }
  expect(follower.tickets).toEqual(await follower.state());
  expect(follower.faults).toEqual([]);
  expect(kills).toBeGreaterThan(1);
  expect([follower.tickets.size > 0, follower.told.size > CHANGES / 10, follower.resets > 3]).toEqual([
    true,
    true,
    true,
  ]);
}, 300_000);
