import { fromLocalInput, isMoment } from '@mainstay/web-kit/dates';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { useHydrated } from '../parts/use-hydrated.ts';
import { useJobTexts } from '../texts/job-texts.ts';
import { useTexts } from '../texts/language-context.tsx';
import { type Job, type JobCall } from './job-api.ts';
import { JobField } from './job-field.tsx';
import { type JobOutbox } from './job-outbox.ts';
import classes from './job-page.module.css';
import { JobPhotos } from './job-photos.tsx';
import { type useJobDraft } from './use-job-draft.ts';

interface Props {
  job: Job;
  draft: ReturnType<typeof useJobDraft>;
  outbox: JobOutbox;
  token: string;
}

const AMOUNT = /^(0|[1-9]\d{0,9})(\.\d{1,2})?$/;

/** What the vendor can do by the state of the work order. Nothing is sent without a name, which no program types. */
export function JobActions({ job, draft, outbox, token }: Props) {
  const words = useJobTexts();
  const { state } = job;
  if (state === 'confirmed') return null;
  const isQuotable = state === 'sent' || state === 'accepted';
  return (
    <div className={classes['screen']}>
      <Card>
        <JobField name="name" label={words.name} hint={words.nameHint} draft={draft} />
        {(state === 'sent' || state === 'declined') && <Answer job={job} draft={draft} outbox={outbox} />}
        {state === 'accepted' && <Visit job={job} draft={draft} outbox={outbox} />}
      </Card>
      {state !== 'declined' && <JobPhotos draft={draft} outbox={outbox} token={token} />}
      {isQuotable && <Quote job={job} draft={draft} outbox={outbox} />}
      {!isQuotable && job.quotes.length > 0 && (
        <Card>
          <Quotes quotes={job.quotes} />
        </Card>
      )}
      {state === 'accepted' && <Done job={job} draft={draft} outbox={outbox} />}
    </div>
  );
}

type Part = Omit<Props, 'token'>;

/** Sends what is typed, once its fields are there, and empties them. */
function useSend({ job, draft: { draft, change, check, refuse }, outbox }: Part) {
  const words = useJobTexts();
  const isReady = useHydrated();
  const send = (call: JobCall, emptied: Parameters<typeof change>[0]) => {
    void outbox.send(call);
    change(emptied);
  };
  /** The visit that is typed, on the store's clock, in ISO 8601; undefined for none, null for one that is over. */
  const visit = (): string | null | undefined => {
    const typed = draft.visitAt ?? '';
    if (!isMoment(typed)) return undefined;
    const at = fromLocalInput(typed, job.location.timezone);
    return Date.parse(at) > Date.now() ? at : null;
  };
  const name = draft.name ?? '';
  return { words, draft, check, refuse, isReady, send, visit, name };
}

function Answer(part: Part) {
  const { words, draft, check, refuse, isReady, send, visit, name } = useSend(part);
  const texts = useTexts();
  const [isDeclining, setDeclining] = useState(false);
  const isDeclined = part.job.state === 'declined';
  const accept = () => {
    if (!check({ name: words.needsName })) return;
    const visitAt = visit();
    if (visitAt === null) refuse({ visitAt: words.needsVisit });
    else send({ path: 'answer', body: { name, accept: true, visitAt: visitAt ?? null } }, { visitAt: '' });
  };
  const decline = () => {
    if (!isDeclining) {
      setDeclining(true);
      return;
    }
    if (!check({ name: words.needsName, reason: words.needsReason })) return;
    send({ path: 'answer', body: { name, accept: false, reason: draft.reason ?? '' } }, { reason: '' });
  };
  return (
    <div className={classes['form']}>
      <JobField
        name="visitAt"
        label={words.visitAt}
        hint={words.visitHint}
        optional={texts.optional}
        type="datetime-local"
        draft={part.draft}
      />
      {isDeclining && <JobField name="reason" label={words.reason} rows={2} draft={part.draft} />}
      <Button isPrimary disabled={!isReady} onClick={accept}>
        {words.accept}
      </Button>
      {!isDeclined && (
        <Button disabled={!isReady} onClick={decline}>
          {words.decline}
        </Button>
      )}
    </div>
  );
}

function Visit(part: Part) {
  const { words, check, refuse, isReady, send, visit, name } = useSend(part);
  const set = () => {
    if (!check({ name: words.needsName })) return;
    const visitAt = visit();
    if (!visitAt) refuse({ visitAt: words.needsVisit });
    else send({ path: 'visit', body: { name, visitAt } }, { visitAt: '' });
  };
  return (
    <div className={classes['form']}>
      <JobField
        name="visitAt"
        label={words.visitAt}
        hint={words.visitHint}
        type="datetime-local"
        draft={part.draft}
      />
      <Button disabled={!isReady} onClick={set}>
        {words.setVisit}
      </Button>
    </div>
  );
}

function Quotes({ quotes }: Pick<Job, 'quotes'>) {
  const words = useJobTexts();
  return (
    <>
      <h2>{words.quotes}</h2>
      <ul>
        {quotes.map(({ id, amount, description, state, note }) => (
          <li key={id}>
            <strong>{`${amount} · ${words.quoteStates[state]}`}</strong>
            <blockquote>{description}</blockquote>
            {note !== null && <small>{note}</small>}
          </li>
        ))}
      </ul>
    </>
  );
}

function Quote(part: Part) {
  const { words, draft, check, refuse, isReady, send, name } = useSend(part);
  const quote = () => {
    const wanted = { name: words.needsName, amount: words.needsAmount, description: words.needsDescription };
    if (!check(wanted)) return;
    const amount = (draft.amount ?? '').trim();
    if (AMOUNT.test(amount) && Number(amount) > 0)
      send(
        { path: 'quotes', body: { name, amount, description: draft.description ?? '' } },
        { amount: '', description: '' },
      );
    else refuse({ amount: words.needsAmount });
  };
  return (
    <Card>
      {part.job.quotes.length > 0 && <Quotes quotes={part.job.quotes} />}
      <h2>{words.quoteTitle}</h2>
      <div className={classes['form']}>
        <JobField
          name="amount"
          label={words.amount}
          hint={words.amountHint}
          inputMode="decimal"
          draft={part.draft}
        />
        <JobField name="description" label={words.description} rows={2} draft={part.draft} />
        <Button disabled={!isReady} onClick={quote}>
          {words.sendQuote}
        </Button>
      </div>
    </Card>
  );
}

function Done(part: Part) {
  const { words, draft, check, refuse, isReady, send, name } = useSend(part);
  const texts = useTexts();
  const { afterPhoto, beforePhoto } = part.job.proof;
  const missing = [
    ...(beforePhoto ? [words.needsPhoto.beforePhoto] : []),
    ...(afterPhoto ? [words.needsPhoto.afterPhoto] : []),
  ];
  const finish = () => {
    if (!check({ name: words.needsName, note: words.needsNote })) return;
    const amount = (draft.costs ?? '').trim();
    if (amount !== '' && !(AMOUNT.test(amount) && Number(amount) > 0)) {
      refuse({ costs: words.needsAmount });
      return;
    }
    const body = { name, note: draft.note ?? '', amount: amount === '' ? null : amount };
    const invoiceNumber = draft.invoiceNumber ?? '';
    send(
      { path: 'done', body: { ...body, ...(invoiceNumber !== '' && { invoiceNumber }) } },
      { note: '', costs: '', invoiceNumber: '' },
    );
  };
  return (
    <Card>
      <h2>{words.doneTitle}</h2>
      {missing.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <div className={classes['form']}>
        <JobField name="note" label={words.note} rows={3} draft={part.draft} />
        <JobField
          name="costs"
          label={words.costs}
          optional={texts.optional}
          inputMode="decimal"
          draft={part.draft}
        />
        <JobField
          name="invoiceNumber"
          label={words.invoiceNumber}
          optional={texts.optional}
          draft={part.draft}
        />
        <Button isPrimary disabled={!isReady} onClick={finish}>
          {words.markAsDone}
        </Button>
      </div>
    </Card>
  );
}
