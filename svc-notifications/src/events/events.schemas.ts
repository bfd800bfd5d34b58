import { responseId } from '@mainstay/service-kit';
import { z } from 'zod';

/** Data of the event `change`. */
const changeEvent = z
  .object({
    entity: z.string().meta({ description: 'As in the audit trail, for example ticket or ticket_comment.' }),
    id: responseId,
    version: z.int().nullable().meta({
      description: 'The one in the ETag after the change; null after a deletion and without an ETag.',
    }),
    action: z.enum(['create', 'update', 'delete']),
    fields: z.array(z.string()).meta({ description: 'The names of the fields that changed.' }),
    actorId: responseId.nullable().meta({ description: 'Null for a change made by the system.' }),
    requestId: z
      .string()
      .nullable()
      .meta({ description: 'X-Request-Id of the response to the request that made the change.' }),
    ticketId: responseId.nullable().meta({ description: 'The ticket, or the one that it belongs to.' }),
  })
  .meta({
    description: 'Something changed that you can see, or could see before. Read it again if you show it.',
  });
export type ChangeEvent = z.infer<typeof changeEvent>;

/** Data of the event `inbox`. */
const inboxEvent = z
  .object({ unread: z.int().meta({ description: 'Number of unread items in your inbox.' }) })
  .meta({ description: 'Sent first when the stream begins, then whenever the number changes.' });
export type InboxEvent = z.infer<typeof inboxEvent>;

/** Data of the event `resync`. */
const resyncEvent = z.object({}).meta({
  description: 'Read everything again that you show: changes may be missing, or your locations changed.',
});

/** Data of the event `end`, after which the connection is closed. */
const endEvent = z
  .object({
    reason: z.enum(['session', 'drain']).meta({
      description:
        'session: you are signed out or your role changed. drain: connect again, after the time in `retry`.',
    }),
  })
  .meta({ description: 'The last event of a stream.' });
export type EndReason = z.infer<typeof endEvent>['reason'];

/** The data of each event, by the names of their schemas in the OpenAPI document. */
export const eventSchemas = {
  ChangeEvent: changeEvent,
  InboxEvent: inboxEvent,
  ResyncEvent: resyncEvent,
  EndEvent: endEvent,
};
