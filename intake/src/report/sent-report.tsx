import { type SenderState } from '../outbox/sender.ts';
import { type KeptReport, type SentReport as Sent } from '../outbox/kept-report.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { NewTitle } from '../parts/new-title.tsx';
import { trackAddress } from '../track/track-address.ts';
import { useTexts } from '../texts/language-context.tsx';
import { useSentTexts } from '../texts/sent-texts.ts';
import classes from './state.module.css';

interface Props {
  report: KeptReport;
  sent: Sent;
  sender: SenderState;
  onTryNow: () => void;
  onAnother: () => void;
}

/** What happens next with a report that has arrived, and how far its photos are. */
export function SentReport({ report, sent, sender, onTryNow, onAnother }: Props) {
  const { sent: texts } = useSentTexts();
  return (
    <>
      <div className={classes['arrived']}>
        <svg viewBox="0 0 48 48" aria-hidden="true">
          <circle cx="24" cy="24" r="22" />
          <path d="m14 25 7 7 14-15" />
        </svg>
        <NewTitle>{texts.title}</NewTitle>
        <p>
          {texts.number(sent.number)} {report.body.join !== undefined && texts.joined}
        </p>
      </div>
      {report.photos.length > 0 && <PhotoProgress report={report} sender={sender} onTryNow={onTryNow} />}
      <Card>
        <h2>{texts.next}</h2>
        <ol className={classes['steps']}>
          {texts.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Card>
      <ButtonLink href={trackAddress(sent.trackingToken)}>{texts.follow}</ButtonLink>
      <small>{texts.keepLink}</small>
      <Button onClick={onAnother}>{texts.another}</Button>
    </>
  );
}

function PhotoProgress({
  report: { photos },
  sender,
  onTryNow,
}: Pick<Props, 'report' | 'sender' | 'onTryNow'>) {
  const { photos: texts } = useTexts();
  const sent = photos.filter(({ state }) => state === 'sent').length;
  const hasFailed = !sender.isBusy && photos.some(({ state }) => state === 'failed');
  return (
    <Card tone={hasFailed ? 'warning' : 'plain'}>
      <h2 id="photo-progress">{texts.title}</h2>
      <div role="status">
        <p>{hasFailed ? texts.someFailed : texts.progress(sent, photos.length)}</p>
      </div>
      <progress aria-labelledby="photo-progress" value={sent} max={photos.length} />
      <ul className={classes['photos']}>
        {photos.map(({ id, state }, at) => (
          <li key={id}>
            <span>{texts.photo(at + 1)}</span>
            <span>{texts[state]}</span>
          </li>
        ))}
      </ul>
      {hasFailed && <Button onClick={onTryNow}>{texts.again}</Button>}
    </Card>
  );
}
