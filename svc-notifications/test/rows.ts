import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';

export type Columns = Record<string, unknown>;

/** Inserts a row and returns its id. */
export async function insertRow(
  client: pg.Pool | pg.PoolClient,
  table: string,
  columns: Columns,
): Promise<string> {
  const places = Object.keys(columns).map((_name, index) => `$${index + 1}`);
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO ${table} (${Object.keys(columns).join(', ')}) VALUES (${places.join(', ')}) RETURNING *`,
    Object.values(columns),
  );
  return rows[0]?.id ?? '';
}

/** Columns of a store. */
export const aStore = (name = 'Main Street'): Columns => ({
  name,
  address: '1 Main Street',
  city: 'Springfield',
  state: 'NY',
  zip_code: '10001',
  store_number: randomUUID(),
  timezone: 'America/New_York',
});

/** Columns of a ticket. */
export const aTicket = (locationId: string, more: Columns = {}): Columns => ({
  title: 'Oven is cold',
  description: 'It does not heat up any more.',
  ticket_type: 'repair',
  location_id: locationId,
  ...more,
});

/** Columns of a QR code. */
export const aCode = (locationId: string, more: Columns = {}): Columns => ({
  location_id: locationId,
  code_hash: randomBytes(32),
  ...more,
});

/** Columns of a photo of somebody without an account. */
export const aPhoto = (ticketId: string): Columns => ({
  ticket_id: ticketId,
  file_name: 'photo-1.jpg',
  file_type: 'image/jpeg',
  file_size: 1,
  object_path: `uploads/${randomUUID()}`,
});

/** Columns of a piece of equipment. */
export const aFryer = (locationId: string): Columns => ({
  location_id: locationId,
  name: 'Fryer 2',
  category: 'cooking',
});
