import { publicUrlQuery } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Store } from '../api/core.ts';
import { type KnownTargets } from './choose-stickers.tsx';
import { codesOfStore, equipmentOfStore } from './intake-codes.queries.ts';
import { type StickerFailure } from './make-stickers.ts';
import { firstChoice, type StickerTarget, targetsOf } from './sticker-targets.ts';
import { useMadeStickers } from './use-made-stickers.ts';

type Step =
  | { name: 'choose' }
  | { name: 'replace'; targets: readonly StickerTarget[] }
  | { name: 'make'; done: number; count: number }
  | { name: 'print'; failed: readonly StickerFailure[] };

/** What in a store can have a sticker. */
function useStickerTargets(store: Store | undefined, equipmentId: string | undefined): KnownTargets {
  const equipment = useQuery({ ...equipmentOfStore(store?.id ?? ''), enabled: store !== undefined });
  const codes = useQuery({ ...codesOfStore(store?.id ?? ''), enabled: store !== undefined });
  return {
    targets:
      store && equipment.data && codes.data
        ? targetsOf(store, equipment.data, codes.data, equipmentId)
        : undefined,
    isFailed: equipment.isError || codes.isError,
    retry: () => void Promise.all([equipment.refetch(), codes.refetch()]),
  };
}

/**
 * The steps to printed stickers: choose, ask before codes are replaced, make the codes, print. The first one is left
 * out for one piece of equipment.
 * @param firstStore chosen from the start
 * @param equipmentId the only equipment that gets a sticker, without a choice
 * @returns the step with all that is known in it; `origin`, where the public pages are; and what leads to the next step
 */
export function useStickerSteps(firstStore: Store | undefined, equipmentId: string | undefined) {
  const [store, setStore] = useState(firstStore);
  const [step, setStep] = useState<Step>({ name: 'choose' });
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const known = useStickerTargets(store, equipmentId);
  const choice = chosen ?? new Set(firstChoice(known.targets ?? [], equipmentId));
  const wanted = known.targets?.filter(({ key }) => choice.has(key)) ?? [];
  const { data: origin = location.origin } = useQuery(publicUrlQuery);
  const { make, refresh, ...made } = useMadeStickers(origin);

  const makeAll = async (targets: readonly StickerTarget[]) => {
    const failed = await make(targets, (done) => setStep({ name: 'make', done, count: targets.length }));
    setStep({ name: 'print', failed });
    await refresh();
  };
  const submit = () => {
    const replaced = wanted.filter(({ codeId }) => codeId !== null);
    if (replaced.length > 0) setStep({ name: 'replace', targets: replaced });
    else void makeAll(wanted);
  };
  const isStarted = useRef(false);
  const start = useEffectEvent(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    submit();
  });
  const isReady = equipmentId !== undefined && wanted.length > 0;
  useEffect(() => {
    if (isReady) start();
  }, [isReady]);

  return {
    ...made,
    step,
    isNamed: equipmentId !== undefined,
    store,
    known,
    choice,
    wanted,
    origin,
    chooseStore: (next: Store) => {
      setStore(next);
      setChosen(undefined);
    },
    choose: setChosen,
    submit,
    goBack: () => setStep({ name: 'choose' }),
    make: (targets: readonly StickerTarget[]) => void makeAll(targets),
  };
}

export type StickerSteps = ReturnType<typeof useStickerSteps>;
