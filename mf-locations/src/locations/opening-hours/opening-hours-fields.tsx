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
  const id = useId();
  const [today] = useState(() => toLocalInput(new Date(serverNow()), timezone).slice(0, 10));
  const setHours = (changed: OpenRange[]) => onChange({ ...value, hours: changed });
  const setRange = (index: number, change: Partial<OpenRange>) =>
    setHours(hours.map((range, at) => (at === index ? { ...range, ...change } : range)));
  const setClosures = (changed: Closure[]) => onChange({ ...value, closures: changed });
  const setClosure = (index: number, change: Partial<Closure>) =>
    setClosures(closures.map((closure, at) => (at === index ? { ...closure, ...change } : closure)));

  const firstOpen = Math.min(...hours.map(({ weekday }) => weekday));

  const day = (name: string, weekday: number) => {
    const ofDay = hours.flatMap((range, index) => (range.weekday === weekday ? [{ range, index }] : []));
    const copy = () =>
      setHours(texts.weekdays.flatMap((_, at) => ofDay.map(({ range }) => ({ ...range, weekday: at + 1 }))));
    return (
      // No fieldset: its legend is on a line of its own in Safari.
      <div key={name} role="group" aria-labelledby={`${id}-${weekday}`} className={styles.day}>
        <span id={`${id}-${weekday}`} className={styles.weekday}>
          {name}
        </span>
        <div className={styles.ranges}>
          {ofDay.length === 0 ? (
            <span className={styles.soft}>{hours.length === 0 ? texts.allDay : texts.closed}</span>
          ) : null}
          {ofDay.map(({ range, index }, at) => (
            <div key={at}>
              <Flex align="center" gap={4}>
                <Input
                  type="time"
                  aria-label={texts.opens(name, at)}
                  value={range.opens}
                  onChange={({ target }) => setRange(index, { opens: target.value })}
                />
                <span aria-hidden="true">–</span>
                <Input
                  type="time"
                  aria-label={texts.closes(name, at)}
                  value={range.closes}
                  onChange={({ target }) => setRange(index, { closes: target.value })}
                />
                <DeleteButton
                  label={texts.deleteHours(name, at)}
                  onDelete={() => setHours(hours.filter((_, other) => other !== index))}
                />
              </Flex>
              <EntryError id={`hours.${index}`} errors={errors} />
            </div>
          ))}
          {weekday === firstOpen ? (
            <Button size="small" type="link" aria-label={texts.copyFrom(name)} onClick={copy}>
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
            if (ofDay.length < MOST_A_DAY) setHours([...hours, { weekday, opens: '', closes: '' }]);
          }}
        />
      </div>
    );
  };

  return (
    <>
      {hours.length === 0 ? <p className={styles.soft}>{texts.alwaysOpen}</p> : null}
      {isNeverOpen(value, today) ? (
        <p className={styles.error} role="status">
          {texts.neverOpen}
        </p>
      ) : null}
      {texts.weekdays.map((name, at) => day(name, at + 1))}
      <fieldset className={styles.closures}>
        <legend className={styles.heading}>{texts.closures}</legend>
        {closures.map(({ firstDay, lastDay, reason }, index) => (
          <div key={index}>
            <Flex align="center" gap={4} wrap>
              <Input
                type="date"
                className={styles.date}
                aria-label={texts.firstDay(index)}
                value={firstDay}
                onChange={({ target }) => setClosure(index, { firstDay: target.value })}
              />
              <span aria-hidden="true">–</span>
              <Input
                type="date"
                className={styles.date}
                aria-label={texts.lastDay(index)}
                value={lastDay}
                onChange={({ target }) => setClosure(index, { lastDay: target.value })}
              />
              <Input
                className={styles.reason}
                aria-label={texts.reason(index)}
                placeholder={texts.reasonHint}
                maxLength={REASON_LENGTH}
                autoComplete="off"
                value={reason ?? ''}
                onChange={({ target }) => setClosure(index, { reason: target.value || null })}
              />
              <DeleteButton
                label={texts.deleteClosure(index)}
                onDelete={() => setClosures(closures.filter((_, other) => other !== index))}
              />
            </Flex>
            <EntryError id={`closures.${index}`} errors={errors} />
          </div>
        ))}
        <Button
          data-add
          size="small"
          icon={<PlusOutlined />}
          aria-disabled={closures.length >= MOST_CLOSURES}
          onClick={() => {
            if (closures.length < MOST_CLOSURES)
              setClosures([...closures, { firstDay: '', lastDay: '', reason: null }]);
          }}
        >
          {texts.addClosure}
        </Button>
      </fieldset>
    </>
  );
}
