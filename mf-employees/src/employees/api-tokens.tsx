import { Badge } from '@mainstay/ui/base';
import { formatDay, OnlineButton } from '@mainstay/web-kit';
import { ConfirmDialog } from '@mainstay/web-kit/forms';
import { useQuery } from '@tanstack/react-query';
import { strings } from '../strings.ts';
import styles from './assigned-locations.module.css';
import { type Token, tokensQuery, useRevokeToken } from './employees.queries.ts';

const texts = strings.tokens;

/** The API tokens of an employee, each with a button that asks whether to revoke it; nothing without any. */
export function ApiTokens({ id, onRevoke }: { id: string; onRevoke: (token: Token) => void }) {
  const { data: tokens = [] } = useQuery(tokensQuery(id));
  if (tokens.length === 0) return null;
  return (
    <section className={styles.locations}>
      <h2 className={styles.title}>{texts.title}</h2>
      <ul className={styles.names} aria-label={texts.title}>
        {tokens.map((token) => (
          <li key={token.id} className={styles.location}>
            <span>
              {token.name} {token.readOnly ? <Badge variant="secondary">{texts.readOnly}</Badge> : null}
              <br />
              {texts.facts(
                formatDay(token.createdAt),
                token.expiresAt && formatDay(token.expiresAt),
                token.lastUsedAt && formatDay(token.lastUsedAt),
              )}
            </span>
            <OnlineButton
              type="text"
              size="small"
              aria-haspopup="dialog"
              aria-label={texts.revokeOf(token.name)}
              onClick={() => onRevoke(token)}
            >
              {texts.revoke}
            </OnlineButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Asks whether to revoke a token; open while there is one. */
export function RevokeToken({
  id,
  token,
  onClose,
}: {
  id: string;
  token: Token | undefined;
  onClose: () => void;
}) {
  const { mutateAsync: revoke } = useRevokeToken();
  return (
    <ConfirmDialog
      open={token !== undefined}
      title={texts.revokeTitle}
      labels={{ submit: texts.revoke, pending: texts.revoking }}
      prompt={texts.revokePrompt}
      subject={token?.name}
      onClose={onClose}
      onConfirm={async () => {
        if (token) await revoke({ id, tokenId: token.id });
        onClose();
      }}
    />
  );
}
