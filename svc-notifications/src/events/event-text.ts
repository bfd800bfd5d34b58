import type { Change } from '@mainstay/service-kit';
import type { ChangeEvent, EndReason, InboxEvent } from './events.schemas.ts';

/** An event as text/event-stream. JSON has no line breaks, so its data is always one line. */
const eventText = (event: string, data: object, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** Where a resource names a field otherwise than its column, or has none. */
const names: Record<string, Record<string, string[]> | undefined> = {
  ticket: { dueSetAt: [], followUpRunId: ['followUpOf'], followUpStepId: ['followUpOf'] },
  ticket_comment: { authorId: ['author'] },
};

const resourceFields = (entity: string, fields: readonly string[]): string[] => [
  ...new Set(fields.flatMap((field) => names[entity]?.[field] ?? [field])),
];

export function changeText(change: Change, id: string): string {
  const { entity, entityId, version, action, fields, actorId, requestId, ticketId } = change;
  const data: ChangeEvent = {
    entity,
    id: entityId,
    version,
    action,
    fields: resourceFields(entity, fields),
    actorId,
    requestId,
    ticketId,
  };
  return eventText('change', data, id);
}

export const inboxText = (unread: number): string => eventText('inbox', { unread } satisfies InboxEvent);

/** With data, because browsers ignore an event without. */
export const resyncText = (id: string): string => eventText('resync', {}, id);

export const endText = (reason: EndReason): string => eventText('end', { reason });

/** What the browser sends as Last-Event-ID when it connects again; it is no event for the page. */
export const positionText = (id: string): string => `id: ${id}\n\n`;

/** A comment: shows every proxy on the way, and the browser, that the connection is alive. */
export const commentText = ': open\n\n';

/** The pause before the browser connects again; at random, so that not all do at once. */
export const retryText = (): string => `retry: ${500 + Math.floor(Math.random() * 2501)}\n\n`;
