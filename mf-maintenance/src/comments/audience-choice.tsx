import { Segmented } from '@mainstay/ui/core';
import { Switch } from '@mainstay/ui/forms';
import { commentStrings } from './comment-strings.ts';
import { type Audience } from './draft.ts';
import styles from './new-comment.module.css';

interface Props {
  /** Whether the comment can be made visible to the reporter. */
  hasReporter: boolean;
  /** The same for the vendor to whom the ticket was sent. */
  hasVendor: boolean;
  audience: Audience;
  keep: (chosen: { audience: Audience }) => void;
}

/** Who is to see a comment besides the team; nothing where nobody can. */
export function AudienceChoice({ hasReporter, hasVendor, audience, keep }: Props) {
  return (
    <div className={styles.audience}>
      {hasReporter ? (
        <label>
          <Switch
            checked={audience === 'reporter'}
            onChange={(checked) => keep({ audience: checked ? 'reporter' : 'team' })}
          />
          {commentStrings.forReporter}
        </label>
      ) : null}
      {hasVendor && audience !== 'reporter' ? (
        <Segmented
          aria-label={commentStrings.audience}
          tabIndex={-1}
          options={[
            { label: commentStrings.team, value: 'team' },
            { label: commentStrings.vendor, value: 'vendor' },
          ]}
          value={audience}
          onChange={(chosen) => keep({ audience: chosen === 'vendor' ? 'vendor' : 'team' })}
        />
      ) : null}
    </div>
  );
}
