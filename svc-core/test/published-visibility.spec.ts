import { beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { sql } from '../src/database/sql.ts';
import {
  equipmentVisibleTo,
  locationVisibleTo,
  type Viewer,
  vendorVisibleTo,
} from '../src/visibility/visible-to.ts';
import { unknownId, useCoreService } from './core-service.ts';

const core = useCoreService();

beforeAll(async () => {
  const removed = await core.createStore('Removed', { removed_at: new Date() });
  const archived = await core.createStore('Archived', { archived_at: new Date() });
  await core.assign(core.managerA.userId, archived);
  for (const location_id of [core.storeA, core.storeB, removed, archived]) {
    await core.insert('equipment', { location_id });
    await core.insert('equipment', { location_id, removed_at: new Date() });
    await core.insert('vendors', { location_ids: [location_id] });
  }
  await core.insert('vendors');
});

/** With the rights of svc-reports. */
async function published(table: string, userId: string): Promise<{ id: string }[]> {
  const client = new pg.Client({ connectionString: core.backends.urlFor('svc_reports') });
  await client.connect();
  try {
    return (
      await client.query<{ id: string }>(`SELECT id FROM core.visible_${table}($1) ORDER BY id`, [userId])
    ).rows;
  } finally {
    await client.end();
  }
}

const asked = {
  locations: ['l', (viewer: Viewer) => locationVisibleTo(viewer, sql`l.id`)],
  equipment: ['e', equipmentVisibleTo],
  vendors: ['v', vendorVisibleTo],
} as const;

it.each(['locations', 'equipment', 'vendors'] as const)(
  'other services find the same %s visible to a user as svc-core',
  async (table) => {
    const [alias, visibleTo] = asked[table];
    const found: string[][] = [];
    for (const [role, { userId }] of [
      ['admin', core.admin],
      ['district_manager', core.managerA],
      ['district_manager', { userId: unknownId }],
    ] as const) {
      const { text, values } = visibleTo({ userId, role }).toStatement();
      const own = await core.query<{ id: string }>(
        `SELECT id FROM core.${table} ${alias} WHERE ${text} ORDER BY id`,
        values,
      );
      expect(await published(table, userId)).toEqual(own);
      found.push(own.map(({ id }) => id));
    }
    expect(new Set(found.map(({ length }) => length)).size).toBe(3);
  },
);
