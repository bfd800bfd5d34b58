import { ticketLink } from '@mainstay/remote-contract';
import { Button, EmptyState, PageHeader, SkeletonCard, Surface } from '@mainstay/ui/base';
import { Alert, FileOutlined } from '@mainstay/ui/core';
import { Link } from '@mainstay/ui/router';
import { formatStoreMoment, isApiError, LoadFailed } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { progressOf } from './progress.ts';
import link from './run-link.module.css';
import { runStrings as strings } from './run-strings.ts';
import { type Run, runQuery } from './runs.queries.ts';
import { shownAnswer } from './shown-answer.ts';
import { StepRow } from './step-row.tsx';
import styles from './step-row.module.css';
import { useAnswers } from './use-answers.ts';
import { useFinish } from './use-finish.ts';

/**
 * A checklist that is worked through, one step a row.
 * @param back leads to all checklists
 */
export function RunView({ id, userId, back }: { id: string; userId: string; back: ReactNode }) {
  const { data: run, error, refetch } = useQuery(runQuery(id));
  if (run) return <RunSteps key={id} run={run} userId={userId} back={back} />;
  if (isApiError(error) && error.status === 404)
    return <EmptyState icon={<FileOutlined />} title={strings.gone} action={back} heading="h1" />;
  if (error) return <LoadFailed title={strings.loadFailed} onRetry={() => void refetch()} />;
  return <SkeletonCard lines={8} />;
}

function RunSteps({ run: read, userId, back }: { run: Run; userId: string; back: ReactNode }) {
  const { run, kept, answer, flush } = useAnswers(read, userId);
  const finish = useFinish(run.id, flush);
  const isDone = run.state === 'done';
  const shown = run.steps.map((step) => ({ step, answer: shownAnswer(step, run, kept) }));
  const waiting = Object.keys(kept).length;
  const missing = isApiError(finish.error) ? finish.error.missing : undefined;
  const answers = shown.map(({ step, answer: { result } }) => ({ stepId: step.id, result }));
  return (
    <>
      <PageHeader title={run.name} subtitle={run.location.name} secondary={[back]} />
      {isDone ? <Finished run={run} /> : null}
      <Surface>
        <ul aria-label={run.name}>
          {shown.map(({ step, answer: given }) => (
            <StepRow
              key={step.id}
              runId={run.id}
              step={step}
              answer={given}
              isDone={isDone}
              onAnswer={(next) => answer(step.id, next)}
            />
          ))}
        </ul>
        {missing && !isDone ? <Missing detail={finish.error?.message ?? ''} steps={missing} /> : null}
        <div className={styles.progress}>
          <p role="status" className={styles.state}>
            {progressOf({ steps: run.steps, answers })}
            {waiting > 0 ? <span className={styles.hint}> {strings.waitingAll(waiting)}</span> : null}
          </p>
          {isDone ? null : (
            <Button
              type="primary"
              className={styles.finish}
              aria-busy={finish.isPending}
              onClick={() => {
                if (!finish.isPending) finish.mutate();
              }}
            >
              {strings.finish}
            </Button>
          )}
        </div>
      </Surface>
    </>
  );
}

const show = (alert: { nativeElement: HTMLElement } | null) =>
  alert?.nativeElement.scrollIntoView({ block: 'center' });

/** The steps that lack an answer or a photo. Long lists end far below. */
function Missing({ detail, steps }: { detail: string; steps: readonly string[] }) {
  return (
    <Alert
      ref={show}
      type="error"
      role="alert"
      title={detail.replace(/^\d+: /, '')}
      description={
        <ul>
          {steps.map((text, at) => (
            <li key={`${at} ${text}`}>{text}</li>
          ))}
        </ul>
      }
    />
  );
}

/** When it was finished, and what became of it. */
function Finished({ run: { completedAt, location, steps, followUps, ticketId } }: { run: Run }) {
  return (
    <div className={styles.done}>
      {completedAt === null ? null : <p>{strings.done(formatStoreMoment(completedAt, location.timezone))}</p>}
      {ticketId === null ? null : <Link to={ticketLink(ticketId)}>{strings.ofTicket}</Link>}
      {followUps.length > 0 ? (
        <section aria-label={strings.followUps}>
          <h2 className={styles.heading}>{strings.followUps}</h2>
          <ul>
            {followUps.map((followUp) => (
              <li key={followUp.stepId}>
                <Link className={link.link} to={ticketLink(followUp.ticketId)}>
                  {steps.find(({ id }) => id === followUp.stepId)?.text}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
