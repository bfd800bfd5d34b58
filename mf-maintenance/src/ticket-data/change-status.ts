import { isApiError } from '@mainstay/web-kit';
import { type TicketStatus, type TicketVersion } from './tickets.queries.ts';

/** Who changed a status last, and when (ISO 8601). */
export interface StatusChange {
  name: string | undefined;
  at: string;
}

/** The calls that changing a status needs; all reject with ApiError. */
export interface StatusCalls {
  read: () => Promise<TicketVersion>;
  /** Rejects with the status 412 if the ticket has another version. */
  send: (to: TicketStatus, ifMatch: string) => Promise<TicketVersion>;
  /** The last change to this status; undefined if it is unknown. */
  lastChange: (to: TicketStatus) => Promise<StatusChange | undefined>;
}

/** A change of a status that somebody else's change came before. */
export interface StatusConflict {
  current: TicketVersion;
  to: TicketStatus;
  by: StatusChange | undefined;
}

export type StatusOutcome =
  { kind: 'changed'; ticket: TicketVersion } | { kind: 'conflict'; conflict: StatusConflict };

const isOutdated = (error: unknown): boolean => isApiError(error) && error.status === 412;

/**
 * Changes a ticket's status from the one that the screen shows, never over somebody else's change of it: the version
 * shown is sent along, or, where the screen knows none, the one that is read first. If the ticket has another version
 * by then, it is read again, and the change is repeated once if its status is still the one shown.
 * @returns a conflict, and changes nothing, if the status has become a third one
 * @throws ApiError of any of the calls; of a 412 if the ticket is changed again before the repeated change
 */
export async function changeStatus(
  calls: StatusCalls,
  { from, to, etag }: { from: TicketStatus; to: TicketStatus; etag: string | undefined },
): Promise<StatusOutcome> {
  const settle = async (current: TicketVersion): Promise<StatusOutcome | undefined> => {
    const { status } = current.body;
    if (status === to) return { kind: 'changed', ticket: current };
    if (status === from) return undefined;
    return { kind: 'conflict', conflict: { current, to, by: await calls.lastChange(status) } };
  };
  const readAndSend = async (): Promise<StatusOutcome> => {
    const current = await calls.read();
    return (await settle(current)) ?? { kind: 'changed', ticket: await calls.send(to, current.etag) };
  };
  try {
    if (etag === undefined) return await readAndSend();
    return { kind: 'changed', ticket: await calls.send(to, etag) };
  } catch (error) {
    if (!isOutdated(error)) throw error;
  }
  try {
    return await readAndSend();
  } catch (error) {
    if (!isOutdated(error)) throw error;
    const outcome = await settle(await calls.read());
    if (outcome) return outcome;
    throw error;
  }
}
