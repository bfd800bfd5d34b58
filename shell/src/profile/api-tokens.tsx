import { Badge, Button, Flex, Placeholder, Surface } from '@mainstay/ui/base';
import { Input } from '@mainstay/ui/forms';
import { formatDay, serverNow } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { strings } from '../strings.ts';
import styles from './profile.module.css';
import { TokenForm } from './token-form.tsx';
import { tokenStrings as texts } from './token-strings.ts';
import { type NewToken, type Token, tokensQuery, useRevokeToken } from './tokens.queries.ts';

/** One's own personal access tokens: what each is for, a form for another one, and Revoke. */
export default function ApiTokens() {
  const titleId = useId();
  const [isAdding, setAdding] = useState(false);
  const [created, setCreated] = useState<NewToken>();
  const [revoked, setRevoked] = useState<Token>();
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Surface as="section" className={styles['card']} aria-labelledby={titleId}>
      <h3 id={titleId} ref={title} tabIndex={-1}>
        {texts.title}
      </h3>
      <p>
        {texts.hint}{' '}
        <a href="/api/docs" target="_blank" rel="noreferrer">
          {texts.docs}
        </a>
      </p>
      <TokenList onRevoke={setRevoked} />
      {created ? (
        <Secret token={created} onDone={() => setCreated(undefined)} />
      ) : isAdding ? (
        <TokenForm
          onCreated={(token) => {
            setAdding(false);
            setCreated(token);
          }}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <Button onClick={() => setAdding(true)}>{texts.add}</Button>
      )}
      {revoked ? (
        <RevokeDialog
          token={revoked}
          onClose={() => {
            setRevoked(undefined);
            // The button that opened it is removed with its token.
            title.current?.focus();
          }}
        />
      ) : null}
    </Surface>
  );
}

function TokenList({ onRevoke }: { onRevoke: (token: Token) => void }) {
  const { data: tokens, error, refetch } = useQuery(tokensQuery);
  if (!tokens && error) {
    return (
      <div role="alert">
        <p>{error.message}</p>
        <Button onClick={() => void refetch()}>{strings.retry}</Button>
      </div>
    );
  }
  if (!tokens) return <Placeholder width="220px" height="20px" />;
  if (tokens.length === 0) return <p>{texts.none}</p>;
  return (
    <ul className={styles['locations']}>
      {tokens.map((token) => (
        <Flex component="li" justify="space-between" align="start" gap={16} key={token.id}>
          <Flex vertical gap={2} className={styles['lines'] ?? ''}>
            <p className={styles['store']}>
              {token.name} {token.readOnly ? <Badge variant="secondary">{texts.readOnly}</Badge> : null}
            </p>
            <p>{factsOf(token)}</p>
          </Flex>
          <Button danger size="small" aria-label={texts.revokeOf(token.name)} onClick={() => onRevoke(token)}>
            {texts.revoke}
          </Button>
        </Flex>
      ))}
    </ul>
  );
}

function factsOf({ createdAt, expiresAt, lastUsedAt }: Token): string {
  const end = (iso: string) => (Date.parse(iso) > serverNow() ? texts.ends : texts.ended);
  return [
    texts.created(formatDay(createdAt)),
    expiresAt === null ? texts.neverEnds : end(expiresAt)(formatDay(expiresAt)),
    lastUsedAt === null ? texts.neverUsed : texts.used(formatDay(lastUsedAt)),
  ].join(', ');
}

/** The secret of a new token, this once. */
function Secret({ token: { name, token }, onDone }: { token: NewToken; onDone: () => void }) {
  const [said, setSaid] = useState<string>(texts.once);
  const copy = () =>
    navigator.clipboard.writeText(token).then(
      () => setSaid(texts.copied),
      // The browser allows it neither to every site nor without HTTPS.
      () => setSaid(texts.notCopied),
    );
  return (
    <Flex vertical gap={8}>
      <Input
        readOnly
        autoFocus
        value={token}
        aria-label={texts.secret(name)}
        onFocus={({ target }) => target.select()}
      />
      <p role="status">{said}</p>
      <Flex gap={8}>
        <Button type="primary" onClick={() => void copy().catch(() => setSaid(texts.notCopied))}>
          {texts.copy}
        </Button>
        <Button onClick={onDone}>{texts.done}</Button>
      </Flex>
    </Flex>
  );
}

function RevokeDialog({ token: { id, name }, onClose }: { token: Token; onClose: () => void }) {
  const revoke = useRevokeToken();
  return (
    <Dialog title={texts.revokeTitle} description={texts.revokeHint(name)} onClose={onClose}>
      {revoke.error ? <p role="alert">{revoke.error.message}</p> : null}
      <Flex justify="end" gap={8}>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button
          type="primary"
          danger
          aria-busy={revoke.isPending}
          onClick={() => revoke.isPending || revoke.mutate(id, { onSuccess: onClose })}
        >
          {revoke.isPending ? texts.revoking : texts.revoke}
        </Button>
      </Flex>
    </Dialog>
  );
}
