import { type TrackedReport } from '../api/intake-types.ts';
import { Card } from '../parts/card.tsx';
import { Location } from '../parts/location.tsx';
import { type Screen } from '../public-page.tsx';
import { useLanguage, useTexts } from '../texts/language-context.tsx';
import { formatDay, formatMoment } from '../texts/moments.ts';
import { useTrackTexts } from '../texts/track-texts.ts';
import { ReplyForm } from './reply-form.tsx';
import { ProgressSteps } from './progress-steps.tsx';
import classes from './track-page.module.css';
import { Updates } from './updates.tsx';
import { type ReportState, useReport } from './use-report.ts';

/** Follows a report: how far it is, what happened, and a reply. */
export function TrackPage({ secret: token }: Screen) {
  const texts = useTexts();
  const [state, readAgain] = useReport(token);
  const track = useTrackTexts();
  if (state.kind === 'gone') {
    return (
      <>
        <h1>{track.goneTitle}</h1>
        <p role="status">{track.goneBody}</p>
      </>
    );
  }
  const report = state.kind === 'known' ? state.report : undefined;
  return (
    <>
      <h1>{track.title}</h1>
      {state.kind === 'failed' ? (
        <Card tone="warning" role="status">
          <h2>{track.failedTitle}</h2>
          <p>{track.failedBody}</p>
        </Card>
      ) : (
        <Location
          equipment={report?.equipment?.name ?? null}
          store={report?.location.name ?? null}
          isLoading={state.kind === 'loading'}
        />
      )}
      <noscript>
        <Card tone="warning">{texts.noScript}</Card>
      </noscript>
      {state.kind === 'known' && <Outdated state={state} />}
      {report && <Report report={report} token={token} onSent={readAgain} />}
    </>
  );
}

function Outdated({ state: { isOutdated, readAt } }: { state: Extract<ReportState, { kind: 'known' }> }) {
  const track = useTrackTexts();
  const language = useLanguage();
  return (
    <div role="status" className={classes['outdated']}>
      {isOutdated && <Card tone="warning">{track.outdated(formatMoment(readAt, language))}</Card>}
    </div>
  );
}

interface ReportProps {
  report: TrackedReport;
  token: string;
  onSent: () => Promise<void>;
}

function Report({
  report: { state, updates, reportedAt, trackingUntil, photos },
  token,
  onSent,
}: ReportProps) {
  const track = useTrackTexts();
  const language = useLanguage();
  return (
    <>
      <Card>
        <ProgressSteps state={state} />
        <small>
          {track.reported(formatMoment(reportedAt, language))}
          {photos > 0 && ` · ${track.photoCount(photos)}`}
        </small>
      </Card>
      <Card>
        <h2>{track.updates}</h2>
        <Updates updates={updates} />
      </Card>
      <Card>
        <ReplyForm token={token} photos={photos} onSent={onSent} />
      </Card>
      {trackingUntil !== null && <small>{track.until(formatDay(trackingUntil, language))}</small>}
    </>
  );
}
