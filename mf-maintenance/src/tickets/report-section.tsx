import { Typography } from '@mainstay/ui/content';
import { Fact, Facts } from '@mainstay/web-kit/forms';
import { DialogSection } from '../parts/dialog-section.tsx';
import { strings } from '../strings.ts';
import { contactLink } from './contact.ts';
import { CodeIcon } from '../parts/line-icon.tsx';
import { type Ticket } from '../ticket-data/tickets.queries.ts';
import { detailStrings } from './detail-strings.ts';

/** Who reported a ticket by QR code, how urgent they found it, and how many reports there are. */
export function ReportSection({ report }: { report: NonNullable<Ticket['report']> }) {
  const { reporterName, contact, urgency, count } = report;
  const href = contact === null ? undefined : contactLink(contact);
  return (
    <DialogSection
      title={
        <>
          <CodeIcon /> {strings.report.title}
        </>
      }
      action={
        count > 1 ? (
          <Typography.Text type="secondary">{detailStrings.report.count(count)}</Typography.Text>
        ) : undefined
      }
    >
      <Facts>
        <Fact label={detailStrings.report.urgency}>{detailStrings.report.urgencies[urgency]}</Fact>
        {reporterName === null ? null : <Fact label={strings.report.reporter}>{reporterName}</Fact>}
        {contact === null ? null : (
          <Fact label={detailStrings.report.contact}>
            {href === undefined ? contact : <Typography.Link href={href}>{contact}</Typography.Link>}
          </Fact>
        )}
      </Facts>
    </DialogSection>
  );
}
