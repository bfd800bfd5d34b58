import { type SenderState } from '../outbox/sender.ts';
import { type KeptReport } from '../outbox/kept-report.ts';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { NewTitle } from '../parts/new-title.tsx';
import { useLanguage } from '../texts/language-context.tsx';
import { formatTime } from '../texts/moments.ts';
import { useSentTexts } from '../texts/sent-texts.ts';
import { Spinner } from './spinner.tsx';

interface Props {
  report: KeptReport;
  sender: SenderState;
  /** Whether it outlives the page. */
  isLasting: boolean;
  onTryNow: () => void;
  onAnother: () => void;
}

/** A report that the service does not have yet. */
export function SavedReport({ report, sender, isLasting, onTryNow, onAnother }: Props) {
  const { saved, sent } = useSentTexts();
  const language = useLanguage();
  const { trouble, isBusy, nextAt } = sender;
  if (trouble === null) {
    return (
      <>
        <NewTitle>{saved.sending}</NewTitle>
        <Spinner />
      </>
    );
  }
  const said = !isLasting
    ? saved.unsaved
    : trouble === 'limited' && nextAt !== null
      ? saved.limited(formatTime(nextAt, language))
      : saved[trouble === 'offline' ? 'offline' : 'unavailable'];
  return (
    <>
      <NewTitle>{isLasting ? saved.title : saved.sending}</NewTitle>
      <Card tone="warning" role="status">
        <p>{said}</p>
        {isLasting && <p>{saved.closing}</p>}
      </Card>
      <Card>
        <h2>{saved.yours}</h2>
        <blockquote>{report.body.description}</blockquote>
        {report.photos.length > 0 && <small>{saved.photos(report.photos.length)}</small>}
      </Card>
      <Button isPrimary disabled={isBusy} onClick={onTryNow}>
        {isBusy ? saved.sending : saved.tryNow}
      </Button>
      <Button onClick={onAnother}>{sent.another}</Button>
    </>
  );
}
