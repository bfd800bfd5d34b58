import { Button, Flex, Placeholder } from '@mainstay/ui/base';
import { Table } from '@mainstay/ui/table';
import { LoadFailed } from '@mainstay/web-kit';
import { ItemSelect } from '@mainstay/web-kit/fields';
import { useId } from 'react';
import { type Store } from '../api/core.ts';
import { stores } from '../locations/stores.ts';
import { strings } from '../strings.ts';
import styles from './choose-stickers.module.css';
import { nameOf, type StickerTarget } from './sticker-targets.ts';
import { printStrings as words } from './print-strings.ts';

/** What is known of the store's targets; undefined while they are loaded. */
export interface KnownTargets {
  targets: readonly StickerTarget[] | undefined;
  isFailed: boolean;
  retry: () => void;
}

/** The first step: which store, and what in it gets a sticker. */
export function ChooseStickers({
  store,
  known: { targets, isFailed, retry },
  chosen,
  onStore,
  onChoose,
}: {
  store: Store | undefined;
  known: KnownTargets;
  chosen: ReadonlySet<string>;
  onStore: (store: Store) => void;
  onChoose: (chosen: ReadonlySet<string>) => void;
}) {
  const storeId = useId();
  return (
    <>
      <p className={styles.intro}>{words.intro}</p>
      <p className={styles.label} id={storeId}>
        {words.store}
      </p>
      <ItemSelect
        className={styles.store}
        aria-label={words.store}
        searchOf={{ ...stores, current: store }}
        onChoose={(_id, next) => next && onStore(next)}
      />
      {store && isFailed ? <LoadFailed title={strings.loadFailed} onRetry={retry} /> : null}
      {store && !isFailed && !targets ? (
        <div className={styles.targets} aria-busy="true">
          <Placeholder height="180px" />
        </div>
      ) : null}
      {store && targets ? <Targets targets={targets} chosen={chosen} onChoose={onChoose} /> : null}
    </>
  );
}

const hintOf = ({ equipment, codeId }: StickerTarget) =>
  [!equipment && words.storeItselfHint, codeId !== null && words.has].filter(Boolean).join(', ');

function Targets({
  targets,
  chosen,
  onChoose,
}: {
  targets: readonly StickerTarget[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}) {
  const equipment = targets.filter((target) => target.equipment !== null);
  const without = equipment.filter(({ codeId }) => codeId === null);
  const count = targets.filter(({ key }) => chosen.has(key)).length;
  const choose = (some: readonly StickerTarget[]) => onChoose(new Set(some.map(({ key }) => key)));
  return (
    <fieldset className={styles.targets}>
      <legend className={styles.label}>{words.which}</legend>
      {equipment.length === 0 ? (
        <p className={styles.intro}>{words.noEquipment}</p>
      ) : (
        <Flex wrap align="center" gap={8}>
          <Button size="small" onClick={() => choose(equipment)}>
            {words.everything}
          </Button>
          <Button size="small" disabled={without.length === 0} onClick={() => choose(without)}>
            {words.onlyWithout}
          </Button>
          <span className={styles.count} aria-live="polite">
            {words.chosen(count, targets.length)}
          </span>
        </Flex>
      )}
      <div className={styles.list}>
        <Table
          size="small"
          pagination={false}
          showHeader={false}
          dataSource={targets}
          rowKey="key"
          columns={[
            {
              render: (_, target) => (
                <Flex wrap justify="space-between" gap={8}>
                  {nameOf(target)} <span className={styles.hint}>{hintOf(target)}</span>
                </Flex>
              ),
            },
          ]}
          rowSelection={{
            selectedRowKeys: [...chosen],
            onChange: (_, some) => choose(some),
            getCheckboxProps: (target) => ({ 'aria-label': `${nameOf(target)} ${hintOf(target)}`.trim() }),
          }}
        />
      </div>
    </fieldset>
  );
}
