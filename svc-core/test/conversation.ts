import type { CommentResponse } from '../src/comments/comments.schemas.ts';
import type { TicketResponse } from '../src/tickets/tickets.schemas.ts';
import type { TimelineLineResponse } from '../src/timeline/timeline.schemas.ts';
import type { CoreService } from './core-service.ts';

type User = { cookie: string };

/** Requests of a conversation about a ticket; each fails the test unless it succeeds. */
export function conversationOf(core: CoreService) {
  const ok = <Body>(response: { status: number; body: unknown }, status: number): Body => {
    if (response.status !== status) throw new Error(`${response.status}: ${JSON.stringify(response.body)}`);
    return response.body as Body;
  };
  return {
    createTicket: async (user: User, more: object = {}) =>
      ok<TicketResponse>(
        await core
          .as(user)
          .post('/api/tickets')
          .send({
            title: 'Oven is cold',
            description: 'It does not heat up any more.',
            locationId: core.storeA,
            ticketType: 'repair',
            ...more,
          }),
        201,
      ),
    changeTicket: async (user: User, id: string, changes: object) =>
      ok<TicketResponse>(await core.as(user).patch(`/api/tickets/${id}`).send(changes), 200),
    getTicket: async (user: User, id: string) =>
      ok<TicketResponse>(await core.as(user).get(`/api/tickets/${id}`), 200),
    comment: async (user: User, ticketId: string, body: string, more: object = {}) =>
      ok<CommentResponse>(
        await core
          .as(user)
          .post(`/api/tickets/${ticketId}/comments`)
          .send({ body, ...more }),
        201,
      ),
    timeline: async (user: User, ticketId: string) =>
      ok<TimelineLineResponse[]>(await core.as(user).get(`/api/tickets/${ticketId}/timeline`), 200),
  };
}

/** The watchers of a ticket by their ids: the reason, and ` muted`. */
export async function watchersOf(
  { backends }: CoreService,
  ticketId: string,
): Promise<Record<string, string>> {
  const { rows } = await backends.admin.query<{ user_id: string; reason: string; muted: boolean }>(
    'SELECT user_id, reason, muted FROM core.ticket_watchers WHERE ticket_id = $1',
    [ticketId],
  );
  return Object.fromEntries(
    rows.map(({ user_id: userId, reason, muted }) => [userId, `${reason}${muted ? ' muted' : ''}`]),
  );
}
