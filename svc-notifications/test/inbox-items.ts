import { settled } from './stores.ts';
import type { useService } from './running-service.ts';

/** The items of all, as `user kind`, after all changes became items. */
export async function inboxItems(service: ReturnType<typeof useService>): Promise<string[]> {
  await settled(service);
  const { rows } = await service.backends.admin.query<{ item: string }>(
    `SELECT u.first_name || ' ' || i.kind || CASE WHEN i.in_app THEN '' ELSE ' by mail' END AS item
     FROM notifications.inbox_items i JOIN auth.users u ON u.id = i.user_id ORDER BY 1`,
  );
  return rows.map(({ item }) => item);
}
