import { Button, Flex } from '@mainstay/ui/base';
import { DeleteOutlined, PlusOutlined } from '@mainstay/ui/core';
import { Input } from '@mainstay/ui/forms';
import { serverNow, toLocalInput } from '@mainstay/web-kit';
import { useId, useState } from 'react';
import { strings } from '../../strings.ts';
import { isNeverOpen } from './never-open.ts';
import styles from './opening-hours-fields.module.css';
import { type Closure, type OpeningHours, type OpenRange } from './opening-hours.queries.ts';

const texts = strings.openingHours;
const MOST_A_DAY = 4;
const MOST_CLOSURES = 100;
const REASON_LENGTH = 100;

/** The messages of a 400 by entry, such as `hours.3` or `closures.1.lastDay`. */
export type EntryErrors = Readonly<Record<string, readonly string[]>>;

export interface OpeningHoursFieldsProps {
  value: OpeningHours;
  onChange: (value: OpeningHours) => void;
  errors: EntryErrors;
  timezone: string;
}

function DeleteButton({ label, onDelete }: { label: string; onDelete: () => void }) {
  return (
    <Button
      type="text"
      icon={<DeleteOutlined />}
      aria-label={label}
      onClick={({ currentTarget }) => {
        // This button is about to go; the one that adds stays.
        currentTarget.closest('[role="group"], fieldset')?.querySelector<HTMLElement>('[data-add]')?.focus();
        onDelete();
      }}
    />
  );
}

function EntryError({ id, errors }: { id: string; errors: EntryErrors }) {
  const found = Object.entries(errors).flatMap(([name, messages]) =>
    name === id || name.startsWith(`${id}.`) ? messages : [],
  );
  return found.length > 0 ? (
    <p className={styles.error} role="alert">
      {found.join(' ')}
    </p>
  ) : null;
}

/** The hours of each weekday, and closures. Entries keep their positions, by which the server names wrong ones. */
export default function OpeningHoursFields({ value, onChange, errors, timezone }: OpeningHoursFieldsProps) {
  const { hours, closures } = value;
  const [today] = useState(() => toLocalInput(new Date(serverNow()), timezone).slice(0, 10));
  return (
    <>
      {hours.length === 0 ? <p className={styles.soft}>{texts.alwaysOpen}</p> : null}
      {isNeverOpen(value, today) ? (
        <p className={styles.error} role="status">
          {texts.neverOpen}
        </p>
      ) : null}
      {texts.weekdays.map((name, at) => (
        <DayFields
          key={name}
          name={name}
          weekday={at + 1}
          hours={hours}
          errors={errors}
          onChange={(changed) => onChange({ ...value, hours: changed })}
        />
      ))}
      <ClosureFields
        closures={closures}
        errors={errors}
        onChange={(changed) => onChange({ ...value, closures: changed })}
      />
    </>
  );
}

interface DayFieldsProps {
  name: string;
  /** 1 is Monday. */
  weekday: number;
  hours: readonly OpenRange[];
  errors: EntryErrors;
  onChange: (hours: OpenRange[]) => void;
}

/**
 * The hours of one weekday.
 * @param hours those of the whole week
 */
function DayFields({ name, weekday, hours, errors, onChange }: DayFieldsProps) {
  const id = useId();
  const ofDay = hours.flatMap((range, index) => (range.weekday === weekday ? [{ range, index }] : []));
  const copyToAll = () =>
    onChange(texts.weekdays.flatMap((_, at) => ofDay.map(({ range }) => ({ ...range, weekday: at + 1 }))));
  return (
    // No fieldset: its legend is on a line of its own in Safari.
    <div role="group" aria-labelledby={id} className={styles.day}>
      <span id={id} className={styles.weekday}>
        {name}
      </span>
      <div className={styles.ranges}>
        {ofDay.length === 0 ? (
          <span className={styles.soft}>{hours.length === 0 ? texts.allDay : texts.closed}</span>
        ) : null}
        {ofDay.map(({ range, index }, at) => (
          <div key={at}>
            <RangeFields
              labels={{
                opens: texts.opens(name, at),
                closes: texts.closes(name, at),
                delete: texts.deleteHours(name, at),
              }}
              range={range}
              onChange={(changed) => onChange(hours.with(index, changed))}
              onDelete={() => onChange(hours.filter((_, other) => other !== index))}
            />
            <EntryError id={`hours.${index}`} errors={errors} />
          </div>
        ))}
        {weekday === Math.min(...hours.map((range) => range.weekday)) ? (
          <Button size="small" type="link" aria-label={texts.copyFrom(name)} onClick={copyToAll}>
            {texts.copy}
          </Button>
        ) : null}
      </div>
      <Button
        data-add
        type="text"
        icon={<PlusOutlined />}
        aria-label={texts.addHoursOn(name)}
        title={texts.addHours}
        // Not `disabled`, which would lose the focus.
        aria-disabled={ofDay.length >= MOST_A_DAY}
        onClick={() => {
          if (ofDay.length < MOST_A_DAY) onChange([...hours, { weekday, opens: '', closes: '' }]);
        }}
      />
    </div>
  );
}

function RangeFields({
  labels,
  range,
  onChange,
  onDelete,
}: {
  labels: Record<'opens' | 'closes' | 'delete', string>;
  range: OpenRange;
  onChange: (range: OpenRange) => void;
  onDelete: () => void;
}) {
  return (
    <Flex align="center" gap={4}>
      <Input
        type="time"
        aria-label={labels.opens}
        value={range.opens}
        onChange={({ target }) => onChange({ ...range, opens: target.value })}
      />
      <span aria-hidden="true">–</span>
      <Input
        type="time"
        aria-label={labels.closes}
        value={range.closes}
        onChange={({ target }) => onChange({ ...range, closes: target.value })}
      />
      <DeleteButton label={labels.delete} onDelete={onDelete} />
    </Flex>
  );
}

function ClosureFields({
  closures,
  errors,
  onChange,
}: {
  closures: readonly Closure[];
  errors: EntryErrors;
  onChange: (closures: Closure[]) => void;
}) {
  return (
    <fieldset className={styles.closures}>
      <legend className={styles.heading}>{texts.closures}</legend>
      {closures.map((closure, index) => (
        <div key={index}>
          <ClosureRow
            index={index}
            closure={closure}
            onChange={(changed) => onChange(closures.with(index, { ...closure, ...changed }))}
            onDelete={() => onChange(closures.filter((_, other) => other !== index))}
          />
          <EntryError id={`closures.${index}`} errors={errors} />
        </div>
      ))}
      <Button
        data-add
        size="small"
        icon={<PlusOutlined />}
        aria-disabled={closures.length >= MOST_CLOSURES}
        onClick={() => {
          if (closures.length < MOST_CLOSURES) {
            onChange([...closures, { firstDay: '', lastDay: '', reason: null }]);
          }
        }}
      >
        {texts.addClosure}
      </Button>
    </fieldset>
  );
}

function ClosureRow({
  index,
  closure: { firstDay, lastDay, reason },
  onChange,
  onDelete,
}: {
  index: number;
  closure: Closure;
  onChange: (changed: Partial<Closure>) => void;
  onDelete: () => void;
}) {
  return (
    <Flex align="center" gap={4} wrap>
      <Input
        type="date"
        className={styles.date}
        aria-label={texts.firstDay(index)}
        value={firstDay}
        onChange={({ target }) => onChange({ firstDay: target.value })}
      />
      <span aria-hidden="true">–</span>
      <Input
        type="date"
        className={styles.date}
        aria-label={texts.lastDay(index)}
        value={lastDay}
        onChange={({ target }) => onChange({ lastDay: target.value })}
      />
      <Input
        className={styles.reason}
        aria-label={texts.reason(index)}
        placeholder={texts.reasonHint}
        maxLength={REASON_LENGTH}
        autoComplete="off"
        value={reason ?? ''}
        onChange={({ target }) => onChange({ reason: target.value || null })}
      />
      <DeleteButton label={texts.deleteClosure(index)} onDelete={onDelete} />
    </Flex>
  );
}
