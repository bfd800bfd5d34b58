import { Flex, Surface } from '@mainstay/ui/base';
import { Form, Input, Select, Switch } from '@mainstay/ui/forms';
import { PageForm } from '@mainstay/web-kit/forms';
import { labelledOptions } from '@mainstay/web-kit/fields';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { fullName } from '../people/names.ts';
import { strings as shared } from '../strings.ts';
import { MinutesField } from './minutes-field.tsx';
import cards from '../parts/setting-cards.module.css';
import styles from './response-target-form.module.css';
import {
  administratorsQuery,
  readTarget,
  type ResponseTarget,
  useSaveResponseTarget,
} from './response-targets.queries.ts';
import { strings } from './strings.ts';
import { duration, sentenceOf } from './words.ts';

type Values = Omit<ResponseTarget, 'priority' | 'version'>;

const valuesOf = ({ priority: _priority, version: _version, ...values }: ResponseTarget): Values => values;

/** The form of the target of one priority, saved by itself. */
export function ResponseTargetForm({ target }: { target: ResponseTarget }) {
  const { priority } = target;
  const activeLabel = strings.active(shared.tickets.priority[priority]);
  const titleId = useId();
  const save = useSaveResponseTarget(priority, strings);
  const { data: people = [] } = useQuery(administratorsQuery);
  const [initial] = useState(() => valuesOf(target));
  const [saves, setSaves] = useState(0);
  const nameOf = (id: unknown) => {
    const person = people.find((each) => each.id === id);
    return person ? fullName(person) : String(id);
  };

  const first = useRef<ResponseTarget | undefined>(target);
  const read = async () => {
    const now = first.current ?? (await readTarget(priority));
    first.current = undefined;
    return { values: valuesOf(now), etag: `"${now.version}"` };
  };
  return (
    <Surface as="section" className={cards.card} aria-labelledby={titleId}>
      <PageForm<Values>
        labels={{ submit: strings.save, pending: strings.saving }}
        objectId={priority}
        savesChanges
        initialValues={initial}
        edits={{
          read,
          revision: saves,
          labels: { ...strings.fields, active: activeLabel },
          show: (name, value) => show(name, value, nameOf),
        }}
        onSubmit={async (_values, { changes, ifMatch }) => {
          await save.mutateAsync({ changes, ifMatch });
          setSaves((before) => before + 1);
        }}
      >
        <Flex align="center" justify="space-between">
          <h2 className={cards.title} id={titleId}>
            {shared.tickets.priority[priority]}
          </h2>
          <Form.Item name="active" noStyle>
            <Switch aria-label={activeLabel} />
          </Form.Item>
        </Flex>
        <Sentence priority={priority} />
        <MinutesField name="respondMinutes" label={strings.fields.respondMinutes} />
        <MinutesField name="resolveMinutes" label={strings.fields.resolveMinutes} />
        <Form.Item name="clock" label={strings.fields.clock}>
          <Select options={labelledOptions(strings.clocks)} />
        </Form.Item>
        <AtRiskField />
        <MinutesField name="escalateAfterMinutes" label={strings.fields.escalateAfterMinutes} />
        <EscalateToField />
      </PageForm>
    </Surface>
  );
}

function AtRiskField() {
  return (
    <Form.Item
      name="atRiskPercent"
      label={strings.fields.atRiskPercent}
      getValueFromEvent={({ target: { value } }: { target: { value: string } }) => Number(value)}
    >
      <Input type="number" inputMode="numeric" min={50} max={95} />
    </Form.Item>
  );
}

/** The administrators who are notified; all if none is chosen. */
function EscalateToField() {
  const { data: people = [], isPending, isError } = useQuery(administratorsQuery);
  const noPeople = isError ? strings.peopleFailed : strings.noPeople;
  return (
    <Form.Item
      name="escalateTo"
      label={strings.fields.escalateTo}
      // Somebody who is no active administrator any more is not notified, and not kept with the next choice.
      getValueProps={(ids: readonly string[]) => ({
        value: people.length > 0 ? ids.filter((id) => people.some((person) => person.id === id)) : ids,
      })}
    >
      <Select
        mode="multiple"
        placeholder={strings.everyone}
        options={people.map((person) => ({ value: person.id, label: fullName(person) }))}
        showSearch={{ optionFilterProp: 'label' }}
        notFoundContent={isPending ? shared.loading : noPeople}
      />
    </Form.Item>
  );
}

/** What the form says now, in words. */
function Sentence({ priority }: Pick<ResponseTarget, 'priority'>) {
  const values = Form.useWatch<Values | undefined>([]);
  return <p className={styles.sentence}>{values && sentenceOf({ ...values, priority })}</p>;
}

/** A value of a field in the words of the screen. */
function show(name: string, value: unknown, nameOf: (id: unknown) => string): string | undefined {
  if (typeof value === 'boolean') return value ? strings.on : strings.off;
  if (Array.isArray(value)) return value.length === 0 ? strings.everyone : value.map(nameOf).join(', ');
  if (value === null) return strings.noTime;
  if (name.endsWith('Minutes')) return duration(Number(value));
  return Object.entries<string>(strings.clocks).find(([clock]) => clock === value)?.[1];
}
