import { createReportRequest as limits } from '@mainstay/svc-core/limits';
import { typedText } from '@mainstay/web-kit/visible';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { draftFields, readDraft, writeDraft } from '../drafts/draft.ts';
import { type KeptReport } from '../outbox/kept-report.ts';
import { useTexts } from '../texts/language-context.tsx';
import { useReportTexts } from '../texts/report-texts.ts';

const textFields = ['description', 'reporterName', 'contact'] as const;

/** What is wrong with the fields of a report. */
export type ReportErrors = Partial<
  Record<(typeof textFields)[number] | 'urgency' | 'photos' | 'website', string>
>;

/**
 * What is typed into a form of a report. Its fields belong to the browser, not to React: what was typed before the
 * script ran stays. What was typed in this tab before a reload is put back into those that are empty.
 * @param returned a report to be changed: its text is put back, too
 * @returns `form`, the ref of the form, `left`, how many characters the description may still have, and
 * `findTooLong`: nothing that was pasted is cut
 */
export function useReportText(code: string, returned: KeptReport | undefined) {
  const { same } = useReportTexts();
  const { tooLong: tooLongText } = useTexts().writing;
  const form = useRef<HTMLFormElement>(null);
  const [length, setLength] = useState(0);
  const [tooLong, setTooLong] = useState<ReportErrors>({});

  const textOf = (name: string): string => {
    const value = form.current === null ? null : new FormData(form.current).get(name);
    return typeof value === 'string' ? typedText(value) : '';
  };
  const findTooLong = (): ReportErrors =>
    Object.fromEntries(
      textFields.flatMap((name) => {
        const [{ length: count }, { maxLength }] = [textOf(name), limits[name]];
        return count > maxLength ? [[name, tooLongText(count, maxLength)]] : [];
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
    const isTyped = description !== undefined && description !== same;
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

  return { form, textOf, keepDraft, findTooLong, tooLong, left: limits.description.maxLength - length };
}
