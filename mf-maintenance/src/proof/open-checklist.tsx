import { useQuery } from '@tanstack/react-query';
import { RunLink } from '../checklist-runs/run-link.tsx';
import { runsOfTicketQuery } from '../checklist-runs/runs.queries.ts';

/** The checklist that is to be finished first. */
export function OpenChecklist({ ticketId }: { ticketId: string }) {
  const { data = [] } = useQuery(runsOfTicketQuery(ticketId));
  const run = data.find(({ state }) => state === 'open');
  return run ? (
    <p>
      <RunLink run={run} />
    </p>
  ) : null;
}
