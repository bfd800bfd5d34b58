import { Button, Flex, Surface } from '@mainstay/ui/base';
import { DeleteOutlined, DownOutlined, PlusOutlined } from '@mainstay/ui/core';
import { Form } from '@mainstay/ui/forms';
import { useRef } from 'react';
import { screenStrings } from './screen-strings.ts';
import { StepFields } from './step-fields.tsx';
import { MOST_STEPS, newStep, type StepValues } from './step-values.ts';
import styles from './steps-field.module.css';

const strings = screenStrings.step;

/** The form field `steps`. */
export function StepsField() {
  return (
    <Form.Item name="steps" label={screenStrings.fields.steps}>
      <Steps />
    </Form.Item>
  );
}

/** `id`, `value` and `onChange` come from the form. */
function Steps({
  id,
  value = [],
  onChange,
}: {
  id?: string;
  value?: readonly StepValues[];
  onChange?: (steps: readonly StepValues[]) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const set = (at: number, step: StepValues) => onChange?.(value.with(at, step));
  const move = (at: number, to: number) => {
    const step = value[at];
    if (step) onChange?.(value.toSpliced(at, 1).toSpliced(to, 0, step));
  };
  const remove = (at: number) => {
    // Its button is no longer there.
    place.current?.focus();
    onChange?.(value.toSpliced(at, 1));
  };
  return (
    <div ref={place} id={id} tabIndex={-1} className={styles.steps}>
      {value.map((step, at) => {
        const number = at + 1;
        return (
          <Surface key={step.key} as="section" className={styles.step} aria-label={strings.title(number)}>
            <StepHead
              number={number}
              isLast={number === value.length}
              onMove={(by) => move(at, at + by)}
              onRemove={() => remove(at)}
            />
            <StepFields step={step} onChange={(changed) => set(at, changed)} />
          </Surface>
        );
      })}
      <Button
        icon={<PlusOutlined />}
        disabled={value.length >= MOST_STEPS}
        onClick={() => onChange?.([...value, newStep()])}
      >
        {strings.add}
      </Button>
    </div>
  );
}

function StepHead({
  number,
  isLast,
  onMove,
  onRemove,
}: {
  number: number;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}) {
  return (
    <Flex align="center" justify="space-between">
      <h3 className={styles.title}>{strings.title(number)}</h3>
      <Flex>
        <Button
          type="text"
          icon={<DownOutlined style={{ rotate: '180deg' }} />}
          aria-label={strings.up(number)}
          disabled={number === 1}
          onClick={() => onMove(-1)}
        />
        <Button
          type="text"
          icon={<DownOutlined />}
          aria-label={strings.down(number)}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <Button
          type="text"
          danger
          icon={<DeleteOutlined />}
          aria-label={strings.remove(number)}
          onClick={onRemove}
        />
      </Flex>
    </Flex>
  );
}
