import { DeadlineClock } from '../src/deadlines/deadline-clock.ts';
import type { CoreService, Row } from './core-service.ts';

const MINUTE = 60_000;
export type Ticket = Row & { id: string; createdAt: string };

export const soon = (minutes: number): string => new Date(Date.now() + minutes * MINUTE).toISOString();

/** How long after its creation a ticket has this deadline. */
export const minutesAfter = (ticket: Ticket, field: string): number | null => {
  const value = ticket[field];
  return typeof value === 'string'
    ? Math.round((Date.parse(value) - Date.parse(ticket.createdAt)) / MINUTE)
    : null;
};

/** Calls about tickets and response targets, as an administrator. */
export const deadlinesOf = (core: CoreService) => {
  const patched = async (address: string, changes: object): Promise<Ticket> => {
    const response = await core.send('patch', address, changes);
    if (response.status !== 200) throw new Error(response.text);
    return response.body as Ticket;
  };
  return {
    read: async (id: string): Promise<Ticket> =>
      (await core.as(core.admin).get(`/api/tickets/${id}`)).body as Ticket,
    change: (id: string, changes: object) => patched(`/api/tickets/${id}`, changes),
    setTarget: (priority: string, changes: object) => patched(`/api/response-targets/${priority}`, changes),
    runUntil: (isSo: () => Promise<boolean>, apps = [core.app]) => core.runUntil([DeadlineClock], isSo, apps),
  };
};
