import { type OpenReport } from '../api/intake-types.ts';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { useNow } from '@mainstay/web-kit/use-now';
import { useLanguage } from '../texts/language-context.tsx';
import { useReportTexts } from '../texts/report-texts.ts';
import { formatAgo } from '../texts/moments.ts';
import classes from './open-reports.module.css';

/** What is already reported: being read, not to be read at the moment, or the reports. */
export type Open = 'loading' | 'failed' | readonly OpenReport[];

interface Props {
  open: Open;
  onSame: (join: string) => void;
}

/** What is already reported here, without its contents. Each can be said to be the same problem. */
export function OpenReports({ open, onSame }: Props) {
  const texts = useReportTexts();
  const language = useLanguage();
  const now = useNow();
  if (open === 'failed') return null;
  if (open === 'loading' || open.length === 0) {
    return (
      <small className={classes['none']}>{open === 'loading' ? texts.checking : texts.nothingOpen}</small>
    );
  }
  return (
    <section className={classes['open']} aria-labelledby="open-reports">
      <Card>
        <h2 id="open-reports">{texts.open}</h2>
        <ul>
          {open.map(({ join, reportedAt, state }) => (
            <li key={join}>
              <p id={`open-${reportedAt}`}>
                <span className={classes['dot']} data-state={state} aria-hidden="true" />
                <span>
                  {texts.reported(formatAgo(reportedAt, now, language))} {texts[state]}
                </span>
              </p>
              <Button aria-describedby={`open-${reportedAt}`} onClick={() => onSame(join)}>
                {texts.same}
              </Button>
            </li>
          ))}
        </ul>
        <small>{texts.sameHint}</small>
      </Card>
    </section>
  );
}
