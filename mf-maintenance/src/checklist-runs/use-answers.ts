import { bodyOf, isApiError, useFailureToast } from '@mainstay/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { core } from '../api/core.ts';
import { keepAnswers, type KeptAnswers, readAnswers } from './kept-answers.ts';
import { runStrings as strings } from './run-strings.ts';
import { type AnswerRequest, type Run, runQuery } from './runs.queries.ts';

const RETRY_MS = 5000;
/** What the service will never take. Everything else is sent again. */
const REFUSED = [400, 403, 404, 409, 422];

/**
 * The answers to a run that the service does not have yet. An answer is kept on the device as soon as it is given, and
 * is sent, one after the other, until the service has it: when the page is opened again, when there is a network, when
 * the phone wakes up.
 * @returns them, the run with the others, a function that answers a step, and one that sends all, which says whether the
 *   service has them
 */
export function useAnswers(read: Run, userId: string) {
  const { id: runId } = read;
  // The cache shows what was saved a moment later, when it is no longer kept here.
  const [saved, setSaved] = useState(read);
  const client = useQueryClient();
  const fail = useFailureToast();
  const { kept, latest, change } = useKeptAnswers(userId, runId);
  const sending = useRef<Promise<boolean>>(undefined);
  const { mutateAsync: put } = useMutation({
    mutationFn: ({ stepId, answer }: { stepId: string; answer: AnswerRequest }) =>
      bodyOf(
        core.PUT('/api/checklist-runs/{id}/answers/{stepId}', {
          params: { path: { id: runId, stepId } },
          body: answer,
        }),
      ),
  });

  const forget = (stepId: string, answer: AnswerRequest) => {
    const { [stepId]: current, ...others } = latest.current;
    // It may have been answered again meanwhile.
    if (current === answer) change(others);
  };

  const sendAll = async (): Promise<boolean> => {
    for (;;) {
      const [first] = Object.entries(latest.current);
      if (!first) return true;
      const [stepId, answer] = first;
      try {
        const answered = await put({ stepId, answer });
        client.setQueryData(runQuery(runId).queryKey, answered);
        setSaved(answered);
      } catch (error) {
        if (!isApiError(error) || !REFUSED.includes(error.status)) return false;
        fail(error.detail || strings.answerFailed, error);
        void client.invalidateQueries({ queryKey: runQuery(runId).queryKey });
      }
      forget(stepId, answer);
    }
  };
  const flush = (): Promise<boolean> => {
    sending.current ??= sendAll().finally(() => (sending.current = undefined));
    return sending.current;
  };

  useRepeated(Object.keys(kept).length > 0, () => void flush());

  return {
    kept,
    run: saved.version > read.version ? saved : read,
    flush,
    answer: (stepId: string, answer: AnswerRequest) => {
      const { [stepId]: _before, ...others } = latest.current;
      change({ ...others, [stepId]: answer });
      void flush();
    },
  };
}

/** What is kept on the device, with the latest of it before the next render. */
function useKeptAnswers(userId: string, runId: string) {
  const [kept, setKept] = useState(() => readAnswers(userId, runId));
  const latest = useRef(kept);
  const change = (next: KeptAnswers) => {
    latest.current = next;
    keepAnswers(userId, runId, next);
    setKept(next);
  };
  return { kept, latest, change };
}

/** While `isNeeded`: at once, again and again, and when there is a network or the page is seen again. */
function useRepeated(isNeeded: boolean, work: () => void): void {
  const run = useEffectEvent(work);
  useEffect(() => {
    if (!isNeeded) return undefined;
    const repeat = () => run();
    repeat();
    const timer = setInterval(repeat, RETRY_MS);
    window.addEventListener('online', repeat);
    document.addEventListener('visibilitychange', repeat);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', repeat);
      document.removeEventListener('visibilitychange', repeat);
    };
  }, [isNeeded]);
}
