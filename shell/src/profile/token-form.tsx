import { Button, Flex } from '@mainstay/ui/base';
import { Segmented } from '@mainstay/ui/core';
import { Input, Switch } from '@mainstay/ui/forms';
import { createTokenRequest } from '@mainstay/svc-auth/limits';
import { serverNow } from '@mainstay/web-kit';
import { type SubmitEvent, useId, useState } from 'react';
import styles from './profile.module.css';
import { tokenStrings as texts } from './token-strings.ts';
import { type NewToken, useCreateToken } from './tokens.queries.ts';

const DAY_MS = 24 * 60 * 60_000;
const periods = [30, 90, 365].map((days) => ({ value: days, label: texts.days(days) }));

/** Asks for what a new token needs. */
export function TokenForm({
  onCreated,
  onCancel,
}: {
  onCreated: (token: NewToken) => void;
  onCancel: () => void;
}) {
  const id = useId();
  const create = useCreateToken();
  const [name, setName] = useState('');
  const [readOnly, setReadOnly] = useState(true);
  const [days, setDays] = useState(90);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    const expiresAt = new Date(serverNow() + days * DAY_MS).toISOString();
    create.mutate({ name, readOnly, expiresAt }, { onSuccess: onCreated });
  };
  return (
    <form onSubmit={submit} aria-label={texts.add}>
      <Flex vertical gap={12} align="stretch">
        <Flex vertical gap={4}>
          <label htmlFor={id}>{texts.name}</label>
          <Input
            id={id}
            value={name}
            autoFocus
            required
            maxLength={createTokenRequest.name.maxLength}
            placeholder={texts.nameHint}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        </Flex>
        <Flex justify="space-between" align="center" gap={12}>
          <span id={`${id}-read`}>{texts.readOnlyHint}</span>
          <Switch checked={readOnly} aria-labelledby={`${id}-read`} onChange={setReadOnly} />
        </Flex>
        <Flex justify="space-between" align="center" gap={12} wrap>
          <span id={`${id}-ends`}>{texts.endsIn}</span>
          <Segmented
            className={styles['periods']}
            aria-labelledby={`${id}-ends`}
            options={periods}
            value={days}
            onChange={setDays}
          />
        </Flex>
        {create.error ? <p role="alert">{create.error.message}</p> : null}
        <Flex gap={8}>
          <Button type="primary" htmlType="submit" aria-busy={create.isPending}>
            {create.isPending ? texts.creating : texts.create}
          </Button>
          <Button onClick={onCancel}>{texts.cancel}</Button>
        </Flex>
      </Flex>
    </form>
  );
}
