import { checklistRunLink } from '@mainstay/remote-contract';
import { useNavigate } from '@mainstay/ui/router';
import { OnlineButton, useAppLink } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { checklistStrings } from '../checklists/checklist-strings.ts';
import { activeChecklistsQuery } from '../checklists/checklists.queries.ts';
import { DialogSection, SectionPlace } from '../parts/dialog-section.tsx';
import { progressOf } from './progress.ts';
import { RunLink } from './run-link.tsx';
import { lateStart } from './late-start.ts';
import { runStrings } from './run-strings.ts';
import { runsOfTicketQuery } from './runs.queries.ts';
import styles from './run-link.module.css';

/** The checklists of a ticket, and what starts one; nothing where there are none, and none can be started. */
export function ChecklistSection({
  ticketId,
  isSolved,
  failedIn,
}: {
  ticketId: string;
  isSolved: boolean;
  /** The run in which something failed that this ticket is about. */
  failedIn: string | undefined;
}) {
  const { data: runs = [] } = useQuery(runsOfTicketQuery(ticketId));
  const { data: checklists = [], isLoading } = useQuery(activeChecklistsQuery);
  const [isStarting, setStarting] = useState(false);
  const stop = () => setStarting(false);
  const start = lateStart.usePressed(isStarting, stop);
  const navigate = useNavigate();
  const canStart = !isSolved && checklists.length > 0 && runs.every(({ state }) => state === 'done');
  const [newest] = runs;
  const toFailed = useAppLink(checklistRunLink(failedIn ?? ''));
  if (!newest && !canStart && failedIn === undefined) return isLoading && !isSolved ? <SectionPlace /> : null;
  return (
    <DialogSection
      title={checklistStrings.checklist}
      summary={newest ? progressOf(newest) : ''}
      action={
        canStart ? (
          <OnlineButton aria-haspopup="dialog" onClick={() => setStarting(true)}>
            {checklistStrings.start}
          </OnlineButton>
        ) : null
      }
    >
      {failedIn === undefined ? null : (
        <a className={styles.link} {...toFailed}>
          {runStrings.failedHere}
        </a>
      )}
      <ul>
        {runs.map((run) => (
          <li key={run.id}>
            <RunLink run={run} />
          </li>
        ))}
      </ul>
      {start ? (
        <start.StartOnTicketDialog
          ticketId={ticketId}
          open={isStarting}
          onClose={stop}
          onStarted={({ id }) => void navigate(checklistRunLink(id))}
        />
      ) : null}
    </DialogSection>
  );
}
