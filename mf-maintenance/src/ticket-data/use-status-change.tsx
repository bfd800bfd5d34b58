import { isApiError, refreshList } from '@mainstay/web-kit';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CoreSchemas } from '../api/core.ts';
import { refreshTimeline } from '../api/timeline.ts';
import { changeStatus, type StatusConflict, type StatusOutcome } from './change-status.ts';
import { type StatusMove } from './status-moves.ts';
import { patchTicket, readTicket, type Ticket, ticketQuery, useUpdateOutcome } from './tickets.queries.ts';
import { lastStatusChange } from './timeline.queries.ts';

/** What a ticket is completed with: what was done, or why it is completed without what is missing. */
export type Completion = Pick<CoreSchemas['UpdateTicketRequest'], 'completionNote' | 'waive'>;

interface Change extends StatusMove {
  /** The version to send; otherwise the one that an open dialog shows, else the current one. */
  etag?: string;
  completion?: Completion | undefined;
}

/** Why a ticket cannot have a status as it is. */
export interface StatusRefusal {
  ticketId: string;
  problem: string;
}

/** A ticket that cannot be completed yet: what is missing, and the sentences for it. */
export interface Unproven {
  ticket: Ticket;
  missing: readonly string[];
  problem: string;
}

const missingOf = (error: unknown) => (isApiError(error) && error.status === 409 ? error.missing : undefined);

function sendChange(client: QueryClient, { ticket: { id, status: from }, to, etag, completion }: Change) {
  const shown = client.getQueryData(ticketQuery(id).queryKey);
  return changeStatus(
    {
      read: () => readTicket(id),
      send: (status, ifMatch) => patchTicket(id, { changes: { ...completion, status }, ifMatch }),
      lastChange: (status) => lastStatusChange(id, status),
    },
    { from, to, etag: etag ?? (shown?.body.status === from ? shown.etag : undefined) },
  );
}

type Conflict = StatusConflict & Pick<Change, 'completion'>;
type Send = (change: Change) => Promise<void>;

/** Whether a status that somebody else has changed meanwhile is changed all the same. */
const questionOf = (conflict: Conflict, send: Send, afterClose: () => void) => ({
  key: `${conflict.current.body.id} ${conflict.current.etag}`,
  about: {
    conflict,
    onConfirm: () => {
      const { current, to, completion } = conflict;
      return send({ ticket: current.body, to, etag: current.etag, completion }).catch((error: unknown) => {
        // The next question asks for what is missing.
        if (!missingOf(error)) throw error;
      });
    },
    afterClose,
  },
});

/** What a ticket still needs. The key differs from that of its dialog, which is beside it. */
const proofOf = (unproven: Unproven, send: Send, afterClose: () => void) => ({
  key: `proof ${unproven.ticket.id}`,
  about: {
    ...unproven,
    onComplete: (completion: Completion) => send({ ticket: unproven.ticket, to: 'solved', completion }),
    afterClose,
  },
});

/** Sends a status. Lists and the open dialog are fresh then. */
function useSendStatus(onConflict: (conflict: Conflict) => void) {
  const client = useQueryClient();
  const outcome = useUpdateOutcome<StatusOutcome>();
  const { mutateAsync } = useMutation({
    scope: { id: 'ticket status' },
    mutationFn: (move: Change) => sendChange(client, move),
    onSuccess: async (result, change) => {
      const { id } = change.ticket;
      const current = result.kind === 'changed' ? result.ticket : result.conflict.current;
      // Only where a dialog shows the ticket.
      client.setQueryData(ticketQuery(id).queryKey, (shown) => shown && current);
      const refreshed = refreshTimeline(client, id);
      if (result.kind === 'changed') return Promise.all([outcome.onSuccess(result, change), refreshed]);
      onConflict({ ...result.conflict, completion: change.completion });
      return Promise.all([refreshList(client, '/api/tickets'), refreshed]);
    },
    onError: (error) => {
      if (!missingOf(error)) outcome.onError(error);
    },
  });
  return mutateAsync;
}

/**
 * Changes the status of tickets, one after the other, as {@link changeStatus} says.
 * @param onReturn called with the id of a ticket that keeps its status
 * @returns a function that sends a new status at once, for a ticket with the status that the screen shows; the
 * changes that are under way; why the last one was refused; the StatusQuestion that is asked after somebody else has
 * changed the same status; and the ProofDialog of a ticket that something is missing of
 */
export function useStatusChange(onReturn: (id: string) => void) {
  const [moves, setMoves] = useState<readonly StatusMove[]>([]);
  const [refusal, setRefusal] = useState<StatusRefusal>();
  const [unproven, setUnproven] = useState<Unproven>();
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);

  const send = useSendStatus((conflict) => setConflicts((before) => [...before, conflict]));
  const change = async (move: Change) => {
    setMoves((before) => [...before, move]);
    setRefusal(undefined);
    try {
      await send(move);
    } catch (error) {
      const { ticket } = move;
      if (isApiError(error) && error.status === 409) {
        const { detail: problem, missing } = error;
        if (missing) setUnproven({ ticket, missing, problem });
        else setRefusal({ ticketId: ticket.id, problem });
      }
      onReturn(ticket.id);
      throw error;
    } finally {
      setMoves((before) => before.filter((each) => each !== move));
    }
  };

  const [conflict] = conflicts;
  const close = (id: string, clear: () => void) => () => {
    clear();
    onReturn(id);
  };
  return {
    // The toast shows a failure.
    change: (move: StatusMove) => void change(move).catch(() => undefined),
    moves,
    refusal,
    question:
      conflict &&
      questionOf(
        conflict,
        change,
        close(conflict.current.body.id, () => setConflicts((before) => before.slice(1))),
      ),
    proof:
      unproven &&
      proofOf(
        unproven,
        change,
        close(unproven.ticket.id, () => setUnproven(undefined)),
      ),
  };
}
