import { Input, Select, Switch } from '@mainstay/ui/forms';
import { labelledOptions } from '@mainstay/web-kit/fields';
import { type ReactNode, useId } from 'react';
import { strings as shared } from '../strings.ts';
import { screenStrings } from './screen-strings.ts';
import { type StepValues } from './step-values.ts';
import styles from './steps-field.module.css';

const strings = screenStrings.step;

/** The fields of one step. */
export function StepFields({ step, onChange }: { step: StepValues; onChange: (step: StepValues) => void }) {
  const change = (fields: Partial<StepValues>) => onChange({ ...step, ...fields });
  return (
    <div className={styles.fields}>
      <Field label={strings.text} isWide>
        {(id) => (
          <Input
            id={id}
            autoComplete="off"
            maxLength={200}
            value={step.text}
            onChange={({ target }) => change({ text: target.value })}
          />
        )}
      </Field>
      <Choice
        label={strings.kind}
        labels={strings.kinds}
        value={step.kind}
        onChange={(kind) => change({ kind })}
      />
      {step.kind === 'number' ? <NumberFields step={step} onChange={change} /> : null}
      <Choice
        label={strings.photo}
        labels={strings.photos}
        value={step.photo}
        onChange={(photo) => change({ photo })}
      />
      <Choice
        label={strings.onFail}
        labels={strings.failures}
        value={step.onFail}
        onChange={(onFail) => change({ onFail })}
      />
      {step.onFail === 'ticket' ? (
        <Choice
          label={strings.priority}
          labels={shared.tickets.priority}
          value={step.priority}
          onChange={(priority) => change({ priority })}
        />
      ) : null}
      <label className={`${styles.toggle} ${styles.wide}`}>
        <Switch checked={step.required} onChange={(required) => change({ required })} />
        {strings.required}
      </label>
    </div>
  );
}

const numberFields = [
  { name: 'unit', maxLength: 12 },
  { name: 'min', maxLength: 15 },
  { name: 'max', maxLength: 15 },
] as const;

/** What a number alone has. */
function NumberFields({
  step,
  onChange,
}: {
  step: StepValues;
  onChange: (fields: Partial<StepValues>) => void;
}) {
  return numberFields.map(({ name, maxLength }) => (
    <Field key={name} label={strings[name]}>
      {(id) => (
        <Input
          id={id}
          autoComplete="off"
          maxLength={maxLength}
          value={step[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      )}
    </Field>
  ));
}

function Field({
  label,
  isWide = false,
  children,
}: {
  label: string;
  isWide?: boolean;
  children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={`${styles.field} ${isWide ? styles.wide : ''}`}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

function Choice<Value extends string>({
  label,
  labels,
  value,
  onChange,
}: {
  label: string;
  labels: Readonly<Record<Value, string>>;
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <Field label={label}>
      {(id) => <Select id={id} options={labelledOptions(labels)} value={value} onChange={onChange} />}
    </Field>
  );
}
