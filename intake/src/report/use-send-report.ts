import { newIdempotencyKey } from '@mainstay/web-kit/idempotency-key';
import { useState } from 'react';
import { type Urgency } from '../api/intake-types.ts';
import { type KeptReport } from '../outbox/kept-report.ts';
import { type ChosenPhotos } from '../photos/chosen-photos.ts';
import { useLanguage, useTexts } from '../texts/language-context.tsx';
import { useReportTexts } from '../texts/report-texts.ts';
import { type ReportErrors, type useReportText } from './use-report-text.ts';

export const urgencies: readonly Urgency[] = ['high', 'medium', 'low'];
const isUrgency = (value: string): value is Urgency => urgencies.some((each) => each === value);

/**
 * Checks what is typed and hands it over as a report.
 * @param onSend keeps the report and sends it
 * @returns what the check found, and `send`, which may join an open report (`join`)
 */
export function useSendReport(
  code: string,
  { form, textOf, findTooLong }: Pick<ReturnType<typeof useReportText>, 'form' | 'textOf' | 'findTooLong'>,
  chosen: ChosenPhotos,
  onSend: (report: KeptReport) => void,
) {
  const texts = useReportTexts();
  const { waitForPhotos } = useTexts().writing;
  const language = useLanguage();
  const [errors, setErrors] = useState<ReportErrors>({});

  const check = (join: string | undefined): ReportErrors => ({
    ...findTooLong(),
    // The same problem needs no words.
    ...(textOf('description') === '' && join === undefined && { description: texts.needsWhat }),
    ...(textOf('urgency') === '' && join === undefined && { urgency: texts.needsUrgency }),
    ...(chosen.isPreparing && { photos: waitForPhotos }),
    // The service would refuse it as that of a program.
    ...(textOf('website') !== '' && { website: texts.emptied }),
  });

  const send = async (join?: string) => {
    const found = check(join);
    setErrors(found);
    const trap = form.current?.elements.namedItem('website');
    if (trap instanceof HTMLInputElement) trap.value = '';
    const [first] = Object.keys(found);
    if (first !== undefined) {
      form.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus();
      return;
    }
    const urgency = textOf('urgency');
    const reporterName = textOf('reporterName');
    const contact = textOf('contact');
    onSend({
      key: newIdempotencyKey(),
      code,
      body: {
        description: textOf('description') || texts.same,
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
  return { errors, send };
}
