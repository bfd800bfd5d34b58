import type { ApiResponse } from './caller.ts';
import type { Stage } from './stage.ts';

/** The administrator mentions the manager in a comment, which makes an item of the inbox and a mail. */
export async function mentionManager(
  { admin, manager }: Pick<Stage, 'admin' | 'manager'>,
  ticketId: string,
): Promise<ApiResponse> {
  const { body } = await manager.ask('GET', '/api/user');
  const comment = { body: `Could you look at it, <@${(body as { id: string }).id}>?` };
  return admin.ask('POST', `/api/tickets/${ticketId}/comments`, comment);
}
