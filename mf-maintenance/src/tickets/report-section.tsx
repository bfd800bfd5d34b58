import { Fact, Facts } from '@mainstay/web-kit';
import { useId } from 'react';
import { strings } from '../strings.ts';
import { contactLink } from './contact.ts';
import { CodeIcon } from './line-icon.tsx';
import styles from './report-section.module.css';
import { type Ticket } from './tickets.queries.ts';

/** Who reported a ticket by QR code, how urgent they found it, and how many reports there are. */
export function ReportSection({ report }: { report: NonNullable<Ticket['report']> }) {
  const { reporterName, contact, urgency, count } = report;
  const titleId = useId();
  const href = contact === null ? undefined : contactLink(contact);
  return (
    <section className={styles.report} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 className={styles.title} id={titleId}>
          <CodeIcon /> {strings.report.title}
        </h2>
        {count > 1 ? <span className={styles.count}>{strings.report.count(count)}</span> : null}
      </div>
      <Facts>
        <Fact label={strings.report.urgency}>{strings.report.urgencies[urgency]}</Fact>
        {reporterName === null ? null : <Fact label={strings.report.reporter}>{reporterName}</Fact>}
        {contact === null ? null : (
          <Fact label={strings.report.contact}>
            {href === undefined ? contact : <a href={href}>{contact}</a>}
          </Fact>
        )}
      </Facts>
    </section>
  );
}
