import { isRecord, type LiveChange } from '@mainstay/remote-contract';

/** An event of GET /api/events as it came; tabs of one browser pass it on to each other. */
export interface StreamEvent {
  /** `change`, `inbox`, `resync`, `end`, or one of a newer server. */
  name: string;
  /** JSON. */
  data: string;
}

function parse(data: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(data);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The change in the data of a `change` event; undefined if it is none. Unknown members are ignored. */
export function readChange(data: string): LiveChange | undefined {
  const { entity, id, action, version, fields, ticketId, actorId, requestId } = parse(data);
  if (typeof entity !== 'string' || typeof id !== 'string') return undefined;
  if (action !== 'create' && action !== 'update' && action !== 'delete') return undefined;
  return {
    entity,
    id,
    action,
    version: typeof version === 'number' ? version : null,
    fields: Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : [],
    ticketId: textOrNull(ticketId),
    actorId: textOrNull(actorId),
    requestId: textOrNull(requestId),
  };
}

/** The change of a user's inbox in the data of an `inbox` event; undefined if it is none. */
export function readInbox(data: string, userId: string): LiveChange | undefined {
  const { unread } = parse(data);
  if (typeof unread !== 'number') return undefined;
  return {
    entity: 'inbox',
    id: userId,
    action: 'update',
    version: null,
    fields: ['unread'],
    ticketId: null,
    actorId: null,
    requestId: null,
    unread,
  };
}

/** The reason in the data of an `end` event. An unknown one is none: then the stream has just ended. */
export const readReason = (data: string): unknown => parse(data)['reason'];
