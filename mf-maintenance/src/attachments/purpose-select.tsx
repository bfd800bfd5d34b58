import { Select } from '@mainstay/ui/forms';
import { useIsOffline } from '@mainstay/web-kit';
import { type ComponentProps } from 'react';
import { labelledOptions } from '@mainstay/web-kit/fields';
import { type Purpose } from './attachments.queries.ts';
import { attachmentStrings } from './attachment-strings.ts';

type Choice = keyof typeof attachmentStrings.purposes;

/** What a picture shows, to choose from. */
export function PurposeSelect({
  value,
  onChange,
  ...select
}: Pick<
  ComponentProps<typeof Select>,
  'id' | 'size' | 'className' | 'loading' | 'autoFocus' | 'aria-label' | 'aria-describedby'
> & {
  value: Purpose;
  onChange: (purpose: Purpose) => void;
}) {
  return (
    <Select<Choice>
      {...select}
      options={labelledOptions(attachmentStrings.purposes)}
      disabled={useIsOffline()}
      value={value ?? 'none'}
      onChange={(choice) => onChange(choice === 'none' ? null : choice)}
    />
  );
}
