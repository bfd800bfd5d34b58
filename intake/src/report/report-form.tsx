import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { newIdempotencyKey } from '@mainstay/web-kit/idempotency-key';
import { takesFiles } from '@mainstay/web-kit/takes-files';
import { typedText } from '@mainstay/web-kit/visible';
import { createReportRequest as limits } from '@mainstay/svc-core/limits';
import { type Urgency } from '../api/intake-types.ts';
import { type KeptReport } from '../outbox/kept-report.ts';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { describedBy, Field, FieldError } from '../parts/field.tsx';
import { useHydrated } from '../parts/use-hydrated.ts';
import { MOST_PHOTOS, useChosenPhotos } from '../photos/chosen-photos.ts';
import { PhotoPicker } from '../photos/photo-picker.tsx';
import { useLanguage, useTexts } from '../texts/language-context.tsx';
import { draftFields, readDraft, writeDraft } from '../drafts/draft.ts';
import { type Open, OpenReports } from './open-reports.tsx';
import classes from './report-form.module.css';
import { useDraftPhotos } from './use-draft-photos.ts';

const urgencies: readonly Urgency[] = ['high', 'medium', 'low'];
const isUrgency = (value: string): value is Urgency => urgencies.some((each) => each === value);

/** Show the remaining count below this. */
const LEFT_SHOWN_FROM = 200;

const photosOf = ({ photos }: KeptReport): Blob[] =>
  photos.flatMap(({ bytes }) => (bytes === null ? [] : [new Blob([bytes], { type: 'image/jpeg' })]));

const textFields = ['description', 'reporterName', 'contact'] as const;

type Errors = Partial<Record<(typeof textFields)[number] | 'urgency' | 'photos' | 'website', string>>;

interface Props {
  code: string;
  open: Open;
  /** A report that the service refused, to be changed and sent again. */
  returned?: KeptReport | undefined;
  onSend: (report: KeptReport) => void;
}

/**
 * The form. Its fields belong to the browser, not to React: what was typed before the script ran stays. What was
 * typed in this tab before a reload is put back into those that are empty.
 */
export function ReportForm({ code, open, returned, onSend }: Props) {
  const texts = useTexts();
  const language = useLanguage();
  const form = useRef<HTMLFormElement>(null);
  const isReady = useHydrated();
  const [errors, setErrors] = useState<Errors>({});
  const [length, setLength] = useState(0);
  const [tooLong, setTooLong] = useState<Errors>({});
  const chosen = useChosenPhotos(MOST_PHOTOS);
  useDraftPhotos(code, chosen, returned ? photosOf(returned) : []);

  const textOf = (name: string): string => {
    const value = form.current === null ? null : new FormData(form.current).get(name);
    return typeof value === 'string' ? typedText(value) : '';
  };
  /** Nothing that was pasted is cut. */
  const findTooLong = (): Errors =>
    Object.fromEntries(
      textFields.flatMap((name) => {
        const [{ length: count }, { maxLength }] = [textOf(name), limits[name]];
        return count > maxLength ? [[name, texts.report.tooLong(count, maxLength)]] : [];
      }),
    );
  const keepDraft = () => {
    if (form.current === null) return;
    const data = new FormData(form.current);
    const typed = draftFields.flatMap((field) => {
      const value = data.get(field);
      return typeof value === 'string' && value !== '' ? [[field, value] as const] : [];
    });
    writeDraft(code, Object.fromEntries(typed));
    setLength(textOf('description').length);
    setTooLong(findTooLong());
  };
  const putBack = useEffectEvent(() => {
    const { description, ...others } = returned?.body ?? {};
    // The words of the button are not the user's.
    const isTyped = description !== undefined && description !== texts.report.same;
    const earlier = { ...others, ...(isTyped && { description }), ...readDraft(code) };
    for (const field of draftFields) {
      const element = form.current?.elements.namedItem(field);
      const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
      if ((isField || element instanceof RadioNodeList) && element.value === '') {
        element.value = earlier[field] ?? '';
      }
    }
    keepDraft();
  });
  useEffect(() => putBack(), []);

  const send = async (join?: string) => {
    const description = textOf('description');
    const urgency = textOf('urgency');
    const found: Errors = {
      ...findTooLong(),
      // The same problem needs no words.
      ...(description === '' && join === undefined && { description: texts.report.needsWhat }),
      ...(urgency === '' && join === undefined && { urgency: texts.report.needsUrgency }),
      ...(chosen.isPreparing && { photos: texts.report.waitForPhotos }),
      // The service would refuse it as that of a program.
      ...(textOf('website') !== '' && { website: texts.report.emptied }),
    };
    setErrors(found);
    const trap = form.current?.elements.namedItem('website');
    if (trap instanceof HTMLInputElement) trap.value = '';
    const [first] = Object.keys(found);
    if (first !== undefined) {
      form.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus();
      return;
    }
    const reporterName = textOf('reporterName');
    const contact = textOf('contact');
    onSend({
      key: newIdempotencyKey(),
      code,
      body: {
        description: description || texts.report.same,
        urgency: isUrgency(urgency) ? urgency : 'medium',
        ...(reporterName !== '' && { reporterName }),
        ...(contact !== '' && { contact }),
        ...(join !== undefined && { join }),
        website: textOf('website'),
        language,
      },
      photos: await Promise.all(
        chosen.photos.map(async ({ id, photo }) => ({
          id,
          bytes: await photo.arrayBuffer(),
          state: 'waiting' as const,
        })),
      ),
      sent: null,
      refused: null,
    });
  };

  const left = limits.description.maxLength - length;
  const errorOf = (name: keyof Errors) => tooLong[name] ?? errors[name];
  const { report } = texts;
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
        <Field
          id="description"
          label={report.what}
          hint={left <= LEFT_SHOWN_FROM && left >= 0 ? report.left(left) : report.whatHint}
          error={errorOf('description')}
        >
          <textarea
            id="description"
            name="description"
            data-field="description"
            rows={4}
            required
            aria-invalid={errorOf('description') !== undefined}
            aria-describedby={describedBy('description')}
          />
        </Field>
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
          <FieldError id="urgency" error={errors.urgency} />
        </fieldset>
        <section className={classes['part']} aria-labelledby="photos-title" data-field="photos" tabIndex={-1}>
          <h2 id="photos-title">
            {texts.photos.title} <small>({texts.optional})</small>
          </h2>
          <PhotoPicker chosen={chosen} most={MOST_PHOTOS} />
          <FieldError id="photos" error={errors.photos} />
        </section>
        <Field
          id="reporterName"
          label={report.name}
          optional={texts.optional}
          error={errorOf('reporterName')}
        >
          <input
            id="reporterName"
            name="reporterName"
            autoComplete="name"
            data-field="reporterName"
            aria-invalid={errorOf('reporterName') !== undefined}
            aria-describedby={describedBy('reporterName')}
          />
        </Field>
        <Field
          id="contact"
          label={report.contact}
          optional={texts.optional}
          hint={report.contactHint}
          error={errorOf('contact')}
        >
          <input
            id="contact"
            name="contact"
            autoComplete="tel"
            data-field="contact"
            aria-invalid={errorOf('contact') !== undefined}
            aria-describedby={describedBy('contact')}
          />
        </Field>
        {/* For machines that fill in every field; people do not find it. */}
        <div className={classes['trap']} aria-hidden="true">
          <label htmlFor="website">{report.website}</label>
          <input id="website" name="website" tabIndex={-1} autoComplete="off" />
        </div>
        {errors.website !== undefined && (
          <div role="alert">
            <FieldError id="website" error={errors.website} />
          </div>
        )}
        <Button type="submit" isPrimary disabled={!isReady}>
          {report.send}
        </Button>
      </form>
    </>
  );
}
