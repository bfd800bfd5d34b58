import { Placeholder } from '@mainstay/ui/base';
import { asideClass } from '@mainstay/web-kit/forms';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useState } from 'react';
import section from './dialog-section.module.css';
import { SectionFailed } from './section-failed.tsx';
import { strings } from './strings.ts';
import type * as costs from './tickets/costs/costs-section.tsx';
import { costsQuery } from './tickets/costs/costs.queries.ts';

type Costs = typeof costs.CostsSection;

/**
 * The costs of a ticket; nothing with a svc-core that does not know them yet. Its code is loaded with the first
 * ticket that is opened.
 */
export function CostsSection(props: ComponentProps<Costs>) {
  const { id, totalCost } = props.ticket;
  const [Section, setSection] = useState<Costs>();
  const [isFailed, setFailed] = useState(false);
  const isKnown = totalCost !== undefined;
  // Starts the request while the code is loaded.
  useQuery({ ...costsQuery(id), enabled: isKnown });

  const load = () => {
    // Not React.lazy, which caches a failure for good.
    import(/* webpackChunkName: "costs" */ './tickets/costs/costs-section.tsx').then(
      (module) => setSection(() => module.CostsSection),
      () => setFailed(true),
    );
  };
  useEffect(() => {
    if (isKnown) load();
  }, [isKnown]);
  if (!isKnown) return null;
  if (Section) return <Section {...props} />;
  return (
    <div className={`${section.section} ${asideClass}`}>
      {isFailed ? (
        <SectionFailed
          problem={strings.costs.loadFailed}
          onRetry={() => {
            setFailed(false);
            load();
          }}
        />
      ) : (
        <Placeholder height="160px" />
      )}
    </div>
  );
}
