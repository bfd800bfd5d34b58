import { useEffect, useState, useSyncExternalStore } from 'react';
import { type KeptReport, type SentReport as Sent } from '../outbox/kept-report.ts';
import { readRemembered, rememberedReport, watchRemembered } from '../outbox/remembered-report.ts';
import { useOutbox } from '../outbox/use-outbox.ts';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { Location } from '../parts/location.tsx';
import { type Screen } from '../public-page.tsx';
import { trackAddress } from '../track/track-address.ts';
import { useLanguage, useTexts } from '../texts/language-context.tsx';
import { useReportTexts } from '../texts/report-texts.ts';
import { formatDay } from '../texts/moments.ts';
import { ReportForm } from './report-form.tsx';
import { forgetDraft } from '../drafts/draft.ts';
import { SavedReport } from './saved-report.tsx';
import { SentReport } from './sent-report.tsx';
import { UnknownCode } from './unknown-code.tsx';
import { type CodeState, useCode } from './use-code.ts';

/** Reports a problem: the form, and after it what becomes of the report. */
export function ReportPage({ secret: code }: Screen) {
  const texts = useTexts();
  const { title } = useReportTexts();
  const [state, readAgain] = useCode(code);
  const { reports, sender, isLasting, send, remove, tryNow } = useOutbox();
  const { current, isCodeGone, returned, left, leave: leaveReport } = useCurrentReport(code, reports);
  const remembered = useRemembered(code);
  const leave = ({ key }: KeptReport) => {
    // It is kept as a report now; the next one begins empty.
    forgetDraft(code);
    leaveReport(key);
    window.scrollTo(0, 0);
    readAgain();
  };

  const discard = (key: string) => {
    forgetDraft(code);
    void remove(key);
  };

  useReadAgain(returned?.key, readAgain);

  if (state.kind === 'unknown' || isCodeGone) {
    const lost = current?.sent === null ? current : undefined;
    return <UnknownCode lost={lost?.body.description} onDiscard={() => lost && discard(lost.key)} />;
  }
  if (current && !returned) {
    const kept = { report: current, sender, onTryNow: tryNow, onAnother: () => leave(current) };
    return current.sent ? (
      <SentReport {...kept} sent={current.sent} />
    ) : (
      <SavedReport {...kept} isLasting={isLasting} />
    );
  }
  const isClosed = state.kind === 'known' && state.intake.closed;
  return (
    <>
      <h1>{title}</h1>
      <Place state={state} onRetry={readAgain} />
      {remembered && <Remembered report={remembered} />}
      {returned && <Refusal report={returned} onDiscard={() => discard(returned.key)} />}
      {isClosed ? (
        <Card tone="warning" role="status">
          <p>{texts.closed}</p>
        </Card>
      ) : (
        <ReportForm
          key={returned?.key ?? left}
          code={code}
          open={state.kind === 'known' ? state.intake.open : state.kind}
          returned={returned}
          onSend={(report) => {
            if (returned) void remove(returned.key);
            void send(report);
          }}
        />
      )}
    </>
  );
}

/**
 * The report with the code that the user made last and has not seen enough of.
 * @returns it; whether its code is in use no more; the report if it can be mended; how many the user has left before
 */
function useCurrentReport(code: string, reports: readonly KeptReport[]) {
  const [left, setLeft] = useState<readonly string[]>([]);
  const current = reports.findLast((report) => report.code === code && !left.includes(report.key));
  const isCodeGone = current?.refused?.status === 404;
  return {
    current,
    isCodeGone,
    returned: current?.refused && !isCodeGone ? current : undefined,
    left: left.length,
    leave: (key: string) => setLeft((all) => [...all, key]),
  };
}

/** A list of open reports with the one that is closed now would be refused again. */
function useReadAgain(returnedKey: string | undefined, readAgain: () => void) {
  useEffect(() => {
    if (returnedKey !== undefined) readAgain();
  }, [returnedKey, readAgain]);
}

/** What the code is of, or that it could not be read. */
function Place({ state, onRetry }: { state: CodeState; onRetry: () => void }) {
  const texts = useTexts();
  if (state.kind === 'failed') {
    return (
      <Card tone="warning" role="status">
        <p>{texts.failed.body}</p>
        <Button onClick={onRetry}>{texts.failed.again}</Button>
      </Card>
    );
  }
  const { location, equipment } = state.kind === 'known' ? state.intake : {};
  return (
    <Location
      equipment={equipment?.name ?? null}
      store={location ? texts.store(location.name, location.storeNumber) : null}
      isLoading={state.kind === 'loading'}
    />
  );
}

/** The last report of this browser with the code. */
function useRemembered(code: string): Sent | undefined {
  return readRemembered(
    useSyncExternalStore(
      watchRemembered,
      () => rememberedReport(code),
      () => 'null',
    ),
  );
}

function Remembered({ report: { number, at, trackingToken } }: { report: Sent }) {
  const texts = useReportTexts();
  const language = useLanguage();
  return (
    <Card>
      <p>{texts.mine(number, formatDay(at, language))}</p>
      <a href={trackAddress(trackingToken)}>{texts.seeMine}</a>
    </Card>
  );
}

function Refusal({ report: { body, refused }, onDiscard }: { report: KeptReport; onDiscard: () => void }) {
  const { refused: texts } = useTexts();
  return (
    <Card tone="danger" role="alert">
      <p>{body.join === undefined ? texts.general(refused?.detail ?? '') : texts.join}</p>
      <Button onClick={onDiscard}>{texts.discard}</Button>
    </Card>
  );
}
