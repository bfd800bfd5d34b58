import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { type Screen } from '../public-page.tsx';
import { useJobTexts } from '../texts/job-texts.ts';
import { useTexts } from '../texts/language-context.tsx';
import { isJob, type Job, type JobAnswer } from './job-api.ts';
import { JobActions } from './job-actions.tsx';
import { JobFacts } from './job-facts.tsx';
import { JobMessages } from './job-messages.tsx';
import classes from './job-page.module.css';
import { PrintedLink } from './printed-link.tsx';
import { type JobOutboxState } from './job-outbox.ts';
import { useJob } from './use-job.ts';
import { useJobDraft } from './use-job-draft.ts';

/** The work order of a vendor: what is to be done, and what they say and show about it. */
export function JobPage({ secret: token }: Screen) {
  const texts = useTexts();
  const words = useJobTexts();
  const { state, outbox, sending } = useJob(token);
  const draft = useJobDraft(token);
  const { refusedCall } = sending;
  const restore = useEffectEvent(draft.restore);
  useEffect(() => {
    if (refusedCall) restore(refusedCall);
  }, [refusedCall]);
  if (state.kind === 'gone') {
    return (
      <>
        <h1>{words.goneTitle}</h1>
        <p role="status">{words.goneBody}</p>
      </>
    );
  }
  const answer = state.kind === 'known' ? state.job : undefined;
  return (
    <>
      <h1>{answer ? words.numbered(answer.number) : words.title}</h1>
      <noscript>
        <Card tone="warning">{texts.noScript}</Card>
      </noscript>
      {state.kind === 'loading' && <p aria-busy>{texts.loading}</p>}
      {state.kind === 'failed' && (
        <Card tone="warning" role="status">
          <h2>{words.failedTitle}</h2>
          <p>{words.failedBody}</p>
        </Card>
      )}
      {state.kind === 'known' && state.isOutdated && <Card tone="warning">{words.outdated}</Card>}
      <Sending state={sending} />
      {answer && !isJob(answer) && <Dead answer={answer} />}
      {answer && isJob(answer) && (
        <>
          <JobFacts job={answer} />
          <JobActions job={answer} draft={draft} outbox={outbox} token={token} />
          <JobMessages job={answer} draft={draft} outbox={outbox} />
          <Print job={answer} />
        </>
      )}
    </>
  );
}

/** What is said of a work order whose link is dead. */
function Dead({ answer: { state, sender } }: { answer: JobAnswer }) {
  const words = useJobTexts();
  return (
    <Card tone="warning" role="status">
      {state === 'expired' ? words.expired : words.withdrawn(sender?.firstName ?? null)}
    </Card>
  );
}

function Sending({ state: { waiting, isTroubled, refused } }: { state: JobOutboxState }) {
  const words = useJobTexts();
  return (
    <div role="status" className={classes['sending']}>
      {waiting.length > 0 && <Card>{isTroubled ? words.saved : words.waiting(waiting.length)}</Card>}
      {refused !== null && (
        <Card tone="danger">{refused === 'full' ? words.full : words.refused(refused)}</Card>
      )}
    </div>
  );
}

/** The address as a QR code, and a line to sign, are for paper alone. */
function Print({ job }: { job: Job }) {
  const words = useJobTexts();
  const [isPrinted, setPrinted] = useState(false);
  return (
    <>
      {isPrinted && <PrintedLink onReady={() => window.print()} vendor={job.vendor.name} />}
      <div className={classes['screen']}>
        <Button onClick={() => (isPrinted ? window.print() : setPrinted(true))}>{words.print}</Button>
      </div>
    </>
  );
}
