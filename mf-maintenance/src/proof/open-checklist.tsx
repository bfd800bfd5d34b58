import { checklistRunLink } from '@mainstay/remote-contract';
import { Link } from '@mainstay/ui/router';
import { useQuery } from '@tanstack/react-query';
import { progressOf } from '../checklist-runs/progress.ts';
import { runsOfTicketQuery } from '../checklist-runs/runs.queries.ts';

/** The checklist that is to be finished first. */
export function OpenChecklist({ ticketId }: { ticketId: string }) {
  const { data = [] } = useQuery(runsOfTicketQuery(ticketId));
  const run = data.find(({ state }) => state === 'open');
  return run ? (
    <p>
      <Link to={checklistRunLink(run.id)}>{run.name}</Link> {progressOf(run)}
    </p>
  ) : null;
}
