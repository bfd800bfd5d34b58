import { Placeholder, late } from '@mainstay/ui/base';
import { asideClass } from '@mainstay/web-kit/forms';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps } from 'react';
import section from '../parts/dialog-section.module.css';
import { SectionFailed } from '../parts/section-failed.tsx';
import { strings } from '../strings.ts';
import type * as costs from './costs-section.tsx';
import { costsQuery } from './costs.queries.ts';

const lateCosts = late(() => import(/* webpackChunkName: "costs" */ './costs-section.tsx'));

/**
 * The costs of a ticket; nothing with a svc-core that does not know them yet. Its code is loaded with the first
 * ticket that is opened.
 */
export function CostsSection(props: ComponentProps<typeof costs.CostsSection>) {
  const { id, totalCost } = props.ticket;
  const isKnown = totalCost !== undefined;
  // Starts the request while the code is loaded.
  useQuery({ ...costsQuery(id), enabled: isKnown });

  const { part, failure, retry } = lateCosts.usePart(isKnown);
  if (!isKnown) return null;
  if (part) return <part.CostsSection {...props} />;
  return (
    <div className={`${section.section} ${asideClass}`}>
      {failure ? (
        <SectionFailed problem={strings.costs.loadFailed} onRetry={retry} />
      ) : (
        <Placeholder height="160px" />
      )}
    </div>
  );
}
