import type { CommentResponse } from '../src/comments/comments.schemas.ts';
import type { TicketResponse } from '../src/ticket-rows/tickets.schemas.ts';
import type { TimelineLineResponse } from '../src/timeline/timeline.schemas.ts';
import type { CoreService } from './core-service.ts';

type User = { cookie: string };

/** @throws Error unless the response has the status */
function bodyOf(response: { status: number; body: unknown }, status: number): unknown {
  if (response.status !== status) throw new Error(`${response.status}: ${JSON.stringify(response.body)}`);
  return response.body;
}

/** Requests of a conversation about a ticket; each fails the test unless it succeeds. */
export const conversationOf = (core: CoreService) => ({
  createTicket: (user: User, more: object = {}): Promise<TicketResponse> =>
    core.create<TicketResponse>('tickets', more, user),
  async changeTicket(user: User, id: string, changes: object): Promise<TicketResponse> {
    return bodyOf(await core.as(user).patch(`/api/tickets/${id}`).send(changes), 200) as TicketResponse;
  },
  async getTicket(user: User, id: string): Promise<TicketResponse> {
    return bodyOf(await core.as(user).get(`/api/tickets/${id}`), 200) as TicketResponse;
  },
  async comment(user: User, ticketId: string, body: string, visibility = 'team'): Promise<CommentResponse> {
    const response = await core.as(user).post(`/api/tickets/${ticketId}/comments`).send({ body, visibility });
    return bodyOf(response, 201) as CommentResponse;
  },
  async timeline(user: User, ticketId: string): Promise<TimelineLineResponse[]> {
    return bodyOf(
      await core.as(user).get(`/api/tickets/${ticketId}/timeline`),
      200,
    ) as TimelineLineResponse[];
  },
});

/** The watchers of a ticket by their ids: the reason, and ` muted`. */
export async function watchersOf(core: CoreService, ticketId: string): Promise<Record<string, string>> {
  const rows = await core.query<{ id: string; reason: string }>(
    `SELECT user_id AS id, reason || CASE WHEN muted THEN ' muted' ELSE '' END AS reason
     FROM core.ticket_watchers WHERE ticket_id = $1`,
    [ticketId],
  );
  return Object.fromEntries(rows.map(({ id, reason }) => [id, reason]));
}
