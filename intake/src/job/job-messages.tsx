import { Button } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { useJobTexts } from '../texts/job-texts.ts';
import { useLanguage } from '../texts/language-context.tsx';
import { formatMoment } from '../texts/moments.ts';
import { type Job } from './job-api.ts';
import { JobField } from './job-field.tsx';
import { type JobOutbox } from './job-outbox.ts';
import classes from './job-page.module.css';
import { type useJobDraft } from './use-job-draft.ts';

interface Props {
  job: Job;
  draft: ReturnType<typeof useJobDraft>;
  outbox: JobOutbox;
}

/** What both sides wrote, and a message to the team. */
export function JobMessages({ job: { comments, state }, draft, outbox }: Props) {
  const words = useJobTexts();
  const language = useLanguage();
  const isOpen = state === 'sent' || state === 'accepted' || state === 'done';
  const send = () => {
    const { draft: typed, change, check } = draft;
    if (!check({ name: words.needsName, body: words.needsBody })) return;
    void outbox.send({ path: 'comments', body: { name: typed.name ?? '', body: typed.body ?? '' } });
    change({ body: '' });
  };
  return (
    <Card>
      <h2>{words.messages}</h2>
      {comments.length === 0 && <small>{words.noMessages}</small>}
      <ul className={classes['messages']}>
        {comments.map(({ at, by, body }) => (
          <li key={`${at} ${body}`}>
            <small>{[by, formatMoment(at, language)].filter((part) => part !== null).join(' · ')}</small>
            <blockquote>{body}</blockquote>
          </li>
        ))}
      </ul>
      {isOpen && (
        <div className={classes['form']}>
          <JobField name="body" label={words.body} draft={draft} rows={3} />
          <Button onClick={send}>{words.send}</Button>
        </div>
      )}
    </Card>
  );
}
