import { z } from 'zod';
import type { ApiResponse } from '../faults/caller.ts';
import { type Caller, signIn } from '../faults/caller.ts';
import type { Composition } from './composition.ts';
import { documentBlock } from './document.ts';

const created = z.object({ id: z.string() });

/** What the load works with: somebody who is signed in, and a location of theirs. */
export interface World {
  admin: Caller;
  locationId: string;
  /** A ticket whose attachments are read and written. */
  ticketId: string;
}

/** The first administrator, as the page's block makes them. */
export const firstAdministrator = z
  .object({ email: z.string(), password: z.string() })
  .parse(JSON.parse(/--data '(.*)'/.exec(documentBlock('first-administrator', {}))?.[1] ?? '{}'));

/** Signs the first administrator in and makes a location with a ticket. */
export async function makeWorld({ url }: Composition): Promise<World> {
  const { email, password } = firstAdministrator;
  const admin = await signIn(url, email, password);
  const location = { name: 'Pier', address: '1 Pier', city: 'Bath', state: 'ME', zipCode: '04530' };
  const locationId = idOf(await admin.ask('POST', '/api/locations', { ...location, storeNumber: 'S-1' }));
  const ticket = { title: 'A cold oven', description: 'It is cold.', ticketType: 'repair', locationId };
  return { admin, locationId, ticketId: idOf(await admin.ask('POST', '/api/tickets', ticket)) };
}

/** The id of what was created. @throws Error when it was not */
export function idOf({ request, status, body }: ApiResponse): string {
  const parsed = created.safeParse(body);
  if (status !== 201 || !parsed.success) throw new Error(`${request} returned ${status}`);
  return parsed.data.id;
}
