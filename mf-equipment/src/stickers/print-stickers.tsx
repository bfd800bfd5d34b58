import { Button, Placeholder } from '@mainstay/ui/base';
import { Progress } from '@mainstay/ui/content';
import { Alert, Modal } from '@mainstay/ui/core';
import { Select } from '@mainstay/ui/forms';
import { newIdempotencyKey, publicUrlQuery, useAskBeforeUnload } from '@mainstay/web-kit';
import { ConfirmDialog } from '@mainstay/web-kit/forms';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Store } from '../api/core.ts';
import { strings } from '../strings.ts';
import { ChooseStickers } from './choose-stickers.tsx';
import { codesOfStore, equipmentOfStore, useMakeCode } from './intake-codes.queries.ts';
import { makeStickers, type Sticker, type StickerFailure } from './make-stickers.ts';
import { pagesOf, paperIds, type PaperId, PAPERS } from './papers.ts';
import styles from './print-stickers.module.css';
import { PrintedSheets } from './printed-sheets.tsx';
import { Preview } from './preview.tsx';
import { firstChoice, nameOf, type StickerTarget, targetsOf } from './sticker-targets.ts';
import { printStrings as words } from './print-strings.ts';

type Step =
  | { name: 'choose' }
  | { name: 'replace'; targets: readonly StickerTarget[] }
  | { name: 'make'; done: number; count: number }
  | { name: 'print'; failed: readonly StickerFailure[] };

/**
 * Chooses what gets a sticker, makes the codes and prints them. Codes that were made are kept here until it is
 * closed, and nowhere else.
 * @param store chosen from the start
 * @param equipmentId the only equipment that gets one, without a choice; chosen in the dialog if absent
 */
export function PrintStickers({
  store: firstStore,
  equipmentId,
  open,
  onClose,
  afterClose,
}: {
  store: Store | undefined;
  equipmentId: string | undefined;
  open: boolean;
  onClose: () => void;
  afterClose: () => void;
}) {
  const [store, setStore] = useState(firstStore);
  const [step, setStep] = useState<Step>({ name: 'choose' });
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const [stickers, setStickers] = useState<readonly Sticker[]>([]);
  const [isPrinted, setPrinted] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [paper, setPaper] = useState<PaperId>('plain');
  const [isTest, setTest] = useState(false);
  const paperField = useId();
  // The same key for a repetition: the response to a request that was carried out may have been lost.
  const keys = useRef(new Map<string, string>());
  const title = useRef<HTMLSpanElement>(null);
  const { makeCode, refresh } = useMakeCode();

  const equipment = useQuery({ ...equipmentOfStore(store?.id ?? ''), enabled: store !== undefined });
  const codes = useQuery({ ...codesOfStore(store?.id ?? ''), enabled: store !== undefined });
  const targets =
    store && equipment.data && codes.data
      ? targetsOf(store, equipment.data, codes.data, equipmentId)
      : undefined;
  const choice = chosen ?? new Set(firstChoice(targets ?? [], equipmentId));
  const wanted = targets?.filter(({ key }) => choice.has(key)) ?? [];

  const { data: origin = location.origin } = useQuery(publicUrlQuery);

  // Nobody knows whether a print was cancelled: the codes stay until somebody says that the stickers are there.
  useAskBeforeUnload(open, () => stickers.length > 0);

  // The button that led to a step is gone in the next.
  useEffect(() => {
    if (step.name !== 'choose') title.current?.focus();
  }, [step.name]);

  const make = async (chosenTargets: readonly StickerTarget[]) => {
    const count = chosenTargets.length;
    const { made, failed } = await makeStickers(chosenTargets, {
      origin,
      onNext: (done) => setStep({ name: 'make', done, count }),
      make: (target) => {
        const idempotencyKey = keys.current.get(target.key) ?? newIdempotencyKey();
        keys.current.set(target.key, idempotencyKey);
        return makeCode({ target, idempotencyKey });
      },
    });
    setStickers((before) => [...before, ...made]);
    if (made.length > 0) setPrinted(false);
    setStep({ name: 'print', failed });
    await refresh();
  };

  const submit = () => {
    const replaced = wanted.filter(({ codeId }) => codeId !== null);
    if (replaced.length > 0) setStep({ name: 'replace', targets: replaced });
    else void make(wanted);
  };

  const isNamed = equipmentId !== undefined;
  const isFailed = equipment.isError || codes.isError;
  const isStarted = useRef(false);
  const start = useEffectEvent(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    submit();
  });
  const isReady = isNamed && wanted.length > 0;
  useEffect(() => {
    if (isReady) start();
  }, [isReady]);

  const close = () => {
    if (step.name === 'make') return;
    if (stickers.length > 0) setAsking(true);
    else onClose();
  };

  const pages = pagesOf(stickers, paper).length;
  const question = isPrinted ? words.printed : words.unprinted;
  const content = () => {
    if (step.name === 'choose') {
      return {
        heading: words.title,
        body:
          isNamed && !isFailed ? (
            <Placeholder height="180px" />
          ) : (
            <ChooseStickers
              store={store}
              known={{
                targets,
                isFailed,
                retry: () => void Promise.all([equipment.refetch(), codes.refetch()]),
              }}
              chosen={choice}
              onStore={(next) => {
                setStore(next);
                setChosen(undefined);
              }}
              onChoose={setChosen}
            />
          ),
        actions: (
          <>
            <Button onClick={close}>{strings.cancel}</Button>
            {isNamed ? null : (
              <Button type="primary" disabled={wanted.length === 0} onClick={submit}>
                {words.submit(wanted.length)}
              </Button>
            )}
          </>
        ),
      };
    }
    if (step.name === 'replace') {
      return {
        heading: words.replaceTitle(step.targets.length),
        body: (
          <>
            <p className={styles.text}>{words.replacePrompt}</p>
            <ul className={styles.names}>
              {step.targets.map((target) => (
                <li key={target.key}>{nameOf(target)}</li>
              ))}
            </ul>
          </>
        ),
        actions: (
          <>
            {isNamed ? (
              <Button onClick={close}>{strings.cancel}</Button>
            ) : (
              <Button onClick={() => setStep({ name: 'choose' })}>{words.back}</Button>
            )}
            <Button type="primary" danger onClick={() => void make(wanted)}>
              {words.replace}
            </Button>
          </>
        ),
      };
    }
    if (step.name === 'make') {
      const text = words.making(step.done + 1, step.count);
      return {
        heading: words.title,
        body: (
          <>
            <span role="status">{text}</span>
            <Progress percent={(100 * step.done) / step.count} showInfo={false} aria-label={text} />
          </>
        ),
        actions: null,
      };
    }
    const { failed } = step;
    const print = (test: boolean) => {
      // In the document before the browser looks.
      flushSync(() => {
        setTest(test);
        if (!test) setPrinted(true);
      });
      window.addEventListener('afterprint', () => setTest(false), { once: true });
      globalThis.print();
    };
    return {
      heading: stickers.length > 0 ? words.ready(stickers.length, pages) : words.title,
      body: (
        <>
          {failed.length > 0 ? (
            <Failures failed={failed} onRetry={() => void make(failed.map(({ target }) => target))} />
          ) : null}
          {stickers.length > 0 ? (
            <>
              <p className={styles.text}>{words.once}</p>
              {origin === location.origin ? null : (
                <p className={styles.text} role="note">
                  {words.elsewhere(new URL(origin).host, location.host)}
                </p>
              )}
              <div className={styles.paper}>
                <label htmlFor={paperField}>{words.paper}</label>
                <Select
                  id={paperField}
                  className={styles.papers}
                  options={paperIds.map((value) => ({ value, label: PAPERS[value].name }))}
                  value={paper}
                  onChange={setPaper}
                />
                <Button onClick={() => print(true)}>{words.test}</Button>
              </div>
              <p className={styles.text}>{words.paperHint[paper]}</p>
              <Preview paper={paper} stickers={stickers} />
              <PrintedSheets paper={paper} {...(!isTest && { stickers })} />
            </>
          ) : null}
        </>
      ),
      actions: (
        <>
          <Button onClick={close}>{words.done}</Button>
          {stickers.length > 0 ? (
            <Button type="primary" onClick={() => print(false)}>
              {words.print}
            </Button>
          ) : null}
        </>
      ),
    };
  };

  const { heading, body, actions } = content();
  return (
    <>
      <Modal
        open={open}
        title={
          <span ref={title} className={styles.title} tabIndex={-1}>
            {heading}
          </span>
        }
        footer={actions}
        centered
        width={step.name === 'print' ? 720 : 560}
        destroyOnHidden
        closable={step.name !== 'make'}
        keyboard={step.name !== 'make'}
        mask={{ closable: step.name === 'choose' }}
        onCancel={close}
        afterClose={afterClose}
      >
        {body}
      </Modal>
      <ConfirmDialog
        open={open && isAsking}
        title={question.title}
        labels={{ cancel: question.keep, submit: question.close, pending: words.discarding }}
        danger={!isPrinted}
        prompt={question.prompt}
        subject={words.ready(stickers.length, pages)}
        onConfirm={() => {
          setAsking(false);
          onClose();
          return Promise.resolve();
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

function Failures({ failed, onRetry }: { failed: readonly StickerFailure[]; onRetry: () => void }) {
  return (
    <Alert
      className={styles.failures ?? ''}
      type="error"
      title={words.failed(failed.length)}
      description={
        <ul className={styles.names}>
          {failed.map(({ target, reason }) => (
            <li key={target.key}>{words.failure(nameOf(target), reason)}</li>
          ))}
        </ul>
      }
      action={
        <Button size="small" onClick={onRetry}>
          {words.tryAgain}
        </Button>
      }
    />
  );
}
