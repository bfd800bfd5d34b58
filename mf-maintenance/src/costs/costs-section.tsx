import { Flex, late, Placeholder } from '@mainstay/ui/base';
import { Progress } from '@mainstay/ui/content';
import { Alert, PlusOutlined } from '@mainstay/ui/core';
import { OnlineButton, useFailure, useMoney } from '@mainstay/web-kit';
import { ConfirmDialog, Fact, Facts } from '@mainstay/web-kit/forms';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import section from '../parts/dialog-section.module.css';
import { DialogSection } from '../parts/dialog-section.tsx';
import { SectionFailed } from '../parts/section-failed.tsx';
import { fieldStrings } from '../field-strings.ts';
import { strings as shared } from '../strings.ts';
import { strings } from './section-strings.ts';
import { type Cost, costsQuery, useDeleteCost } from './costs.queries.ts';
import type * as costTable from './cost-table.tsx';
import { LastVendor } from './last-vendor.tsx';
import { type Ticket } from '../ticket-data/tickets.queries.ts';
import { warrantyNotice } from './warranty.ts';

const lateTable = late(() => import(/* webpackChunkName: "cost-table" */ './cost-table.tsx'));
const costDialogs = late(() => import(/* webpackChunkName: "cost-dialogs" */ './cost-dialogs.tsx'));

type Asks = { add: true } | { edit: Cost } | { remove: Cost } | { vendor: true };

/** The vendor, the limit and the costs of a ticket. Nothing with a svc-core that does not know them yet. */
export function CostsSection({ ticket }: { ticket: Ticket }) {
  return ticket.totalCost === undefined ? null : <Costs ticket={ticket} total={ticket.totalCost} />;
}

function Costs({ ticket, total }: { ticket: Ticket; total: string }) {
  const money = useMoney();
  const costs = useQuery(costsQuery(ticket.id));
  const { loaded: dialogs, whenLoaded } = costDialogs.useOnPress(useFailure(shared.page.dialogFailed));
  const [asks, setAsks] = useState<Asks>();
  const ask = (next: Asks) => whenLoaded(() => setAsks(next));
  const close = () => setAsks(undefined);
  const warranty = warrantyNotice(ticket.equipment?.warrantyUntil, ticket.location.timezone);
  const { spendingLimit: limit } = ticket;
  return (
    <DialogSection
      isAside
      title={strings.title}
      summary={money(total)}
      action={
        <OnlineButton size="small" icon={<PlusOutlined />} onClick={() => ask({ add: true })}>
          {strings.add}
        </OnlineButton>
      }
    >
      <Flex vertical gap="small">
        {warranty ? <Alert type="info" showIcon title={warranty} /> : null}
        <VendorAndLimit ticket={ticket} onSet={() => ask({ vendor: true })} />
        {limit ? <Spent total={total} limit={limit} /> : null}
        {costs.isError ? (
          <SectionFailed problem={shared.costs.loadFailed} onRetry={() => void costs.refetch()} />
        ) : null}
        {costs.data?.length === 0 ? <p className={section.note}>{strings.none}</p> : null}
        {costs.data?.length ? (
          <CostTable
            costs={costs.data}
            total={total}
            onEdit={(cost) => ask({ edit: cost })}
            onRemove={(cost) => setAsks({ remove: cost })}
          />
        ) : null}
      </Flex>
      {dialogs && asks && ('add' in asks || 'edit' in asks) ? (
        <dialogs.CostDialog
          ticket={ticket}
          cost={'edit' in asks ? asks.edit : undefined}
          warranty={warranty}
          onClose={close}
        />
      ) : null}
      {dialogs && asks && 'vendor' in asks ? <dialogs.VendorDialog ticket={ticket} onClose={close} /> : null}
      <RemoveCostDialog
        ticketId={ticket.id}
        cost={asks && 'remove' in asks ? asks.remove : undefined}
        onClose={close}
      />
    </DialogSection>
  );
}

/** Asks before a cost is deleted. */
function RemoveCostDialog({
  ticketId,
  cost,
  onClose,
}: {
  ticketId: string;
  cost: Cost | undefined;
  onClose: () => void;
}) {
  const remove = useDeleteCost(ticketId);
  return (
    <ConfirmDialog
      open={cost !== undefined}
      title={strings.remove}
      prompt={strings.removePrompt}
      subject={cost?.description}
      onConfirm={async () => {
        if (cost) await remove.mutateAsync(cost.id);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function VendorAndLimit({ ticket, onSet }: { ticket: Ticket; onSet: () => void }) {
  const money = useMoney();
  const { vendor, vendorId, spendingLimit: limit, repeatOf } = ticket;
  return (
    <>
      <Facts>
        <Fact label={fieldStrings.vendorId}>{vendor?.name ?? strings.noVendor}</Fact>
        <Fact label={fieldStrings.spendingLimit}>{limit ? money(limit) : strings.noLimit}</Fact>
      </Facts>
      {repeatOf && vendorId === null ? <LastVendor ticket={ticket} repeatOf={repeatOf.id} /> : null}
      <div>
        <OnlineButton size="small" onClick={onSet}>
          {strings.setVendor}
        </OnlineButton>
      </div>
    </>
  );
}

/** What is spent of the limit, in words and as a bar. */
function Spent({ total, limit }: { total: string; limit: string }) {
  const money = useMoney();
  const words = strings.spent(money(total), money(limit));
  const [spent, most] = [Number(total), Number(limit)];
  return (
    <div>
      {words}
      <Progress
        aria-label={words}
        percent={Math.min(100, most > 0 ? (100 * spent) / most : 100)}
        showInfo={false}
        size="small"
        status={spent > most ? 'exception' : 'normal'}
      />
    </div>
  );
}

/** The table of costs. Its code is loaded with the first ticket that has some. */
function CostTable(props: ComponentProps<typeof costTable.CostTable>) {
  const { part, failure, retry } = lateTable.usePart();
  if (part) return <part.CostTable {...props} />;
  if (failure) return <SectionFailed problem={shared.costs.loadFailed} onRetry={retry} />;
  return <Placeholder height="120px" />;
}
