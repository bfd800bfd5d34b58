import { takesFiles } from '@mainstay/web-kit/takes-files';
import { type KeptReport } from '../outbox/kept-report.ts';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { describedBy, Field, FieldError } from '../parts/field.tsx';
import { useHydrated } from '../parts/use-hydrated.ts';
import { MOST_PHOTOS, useChosenPhotos } from '../photos/chosen-photos.ts';
import { PhotoPicker } from '../photos/photo-picker.tsx';
import { useTexts } from '../texts/language-context.tsx';
import { useReportTexts } from '../texts/report-texts.ts';
import { type Open, OpenReports } from './open-reports.tsx';
import classes from './report-form.module.css';
import { useDraftPhotos } from './use-draft-photos.ts';
import { useReportText } from './use-report-text.ts';
import { urgencies, useSendReport } from './use-send-report.ts';

/** Show the remaining count below this. */
const LEFT_SHOWN_FROM = 200;

const photosOf = ({ photos }: KeptReport): Blob[] =>
  photos.flatMap(({ bytes }) => (bytes === null ? [] : [new Blob([bytes], { type: 'image/jpeg' })]));

interface Props {
  code: string;
  open: Open;
  /** A report that the service refused, to be changed and sent again. */
  returned?: KeptReport | undefined;
  onSend: (report: KeptReport) => void;
}

/** The form of a report. */
export function ReportForm({ code, open, returned, onSend }: Props) {
  const texts = useTexts();
  const isReady = useHydrated();
  const chosen = useChosenPhotos(MOST_PHOTOS);
  useDraftPhotos(code, chosen, returned ? photosOf(returned) : []);
  const text = useReportText(code, returned);
  const { form, keepDraft, left, tooLong } = text;
  const { errors, send } = useSendReport(code, text, chosen, onSend);
  const report = useReportTexts();
  return (
    <>
      <OpenReports open={open} onSame={(join) => void send(join)} />
      <form
        ref={form}
        className={classes['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
        onInput={keepDraft}
        {...takesFiles((files) => void chosen.add(files))}
      >
        <noscript>
          <Card tone="warning">{texts.noScript}</Card>
        </noscript>
        <DescriptionField left={left} error={tooLong.description ?? errors.description} />
        <UrgencyField error={errors.urgency} />
        <section className={classes['part']} aria-labelledby="photos-title" data-field="photos" tabIndex={-1}>
          <h2 id="photos-title">
            {texts.photos.title} <small>({texts.optional})</small>
          </h2>
          <PhotoPicker chosen={chosen} most={MOST_PHOTOS} />
          <FieldError id="photos" error={errors.photos} />
        </section>
        <OptionalField
          id="reporterName"
          label={report.name}
          autoComplete="name"
          error={tooLong.reporterName ?? errors.reporterName}
        />
        <OptionalField
          id="contact"
          label={report.contact}
          hint={report.contactHint}
          autoComplete="tel"
          error={tooLong.contact ?? errors.contact}
        />
        <WebsiteTrap error={errors.website} />
        <Button type="submit" isPrimary disabled={!isReady}>
          {report.send}
        </Button>
      </form>
    </>
  );
}

/** @param left how many characters it may still have */
function DescriptionField({ left, error }: { left: number; error: string | undefined }) {
  const report = useReportTexts();
  return (
    <Field
      id="description"
      label={report.what}
      hint={left <= LEFT_SHOWN_FROM && left >= 0 ? report.left(left) : report.whatHint}
      error={error}
    >
      <textarea
        id="description"
        name="description"
        data-field="description"
        rows={4}
        required
        aria-invalid={error !== undefined}
        aria-describedby={describedBy('description')}
      />
    </Field>
  );
}

function UrgencyField({ error }: { error: string | undefined }) {
  const report = useReportTexts();
  return (
    <fieldset className={classes['urgency']} aria-describedby="urgency-error">
      <legend>{report.urgency}</legend>
      {urgencies.map((urgency, at) => (
        <label key={urgency} data-urgency={urgency}>
          <input
            type="radio"
            name="urgency"
            value={urgency}
            required
            {...(at === 0 && { 'data-field': 'urgency' })}
          />
          {report.urgencies[urgency]}
        </label>
      ))}
      <FieldError id="urgency" error={error} />
    </fieldset>
  );
}

/** A line of text about the reporter. */
function OptionalField({
  id,
  label,
  hint,
  autoComplete,
  error,
}: {
  id: string;
  label: string;
  hint?: string;
  autoComplete: string;
  error: string | undefined;
}) {
  const { optional } = useTexts();
  return (
    <Field id={id} label={label} optional={optional} hint={hint} error={error}>
      <input
        id={id}
        name={id}
        autoComplete={autoComplete}
        data-field={id}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id)}
      />
    </Field>
  );
}

/** For machines that fill in every field; people do not find it. */
function WebsiteTrap({ error }: { error: string | undefined }) {
  const report = useReportTexts();
  return (
    <>
      <div className={classes['trap']} aria-hidden="true">
        <label htmlFor="website">{report.website}</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      {error !== undefined && (
        <div role="alert">
          <FieldError id="website" error={error} />
        </div>
      )}
    </>
  );
}
