import { ticketLink } from '@mainstay/remote-contract';
import { Badge, Button } from '@mainstay/ui/base';
import { Alert, DeleteOutlined, EditOutlined, PlusOutlined } from '@mainstay/ui/core';
import { ConfirmDialog, Fact, Facts, formatDay, useMoney } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import section from '../dialog-section.module.css';
import { SectionFailed } from '../section-failed.tsx';
import { strings } from '../strings.ts';
import { CostDialog, DecisionDialog, VendorDialog } from './cost-dialogs.tsx';
import { type Cost, costsQuery, useDeleteCost } from './costs.queries.ts';
import styles from './costs-section.module.css';
import { type Ticket } from './tickets.queries.ts';

type Asks =
  { add: true } | { edit: Cost } | { remove: Cost } | { vendor: true } | { decide: 'approve' | 'decline' };

/** A day such as `2027-03-05`, in words, whatever the zone of the reader. */
const dayWords = (day: string) => formatDay(`${day}T12:00:00Z`, 'UTC');

/** The notice of a warranty that is in force today at the store; undefined without one. */
function warrantyOf({ equipment, location }: Ticket): string | undefined {
  const until = equipment?.warrantyUntil;
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: location.timezone }).format();
  return until && until >= today ? strings.costs.warranty(dayWords(until)) : undefined;
}

/**
 * The vendor, the limit and the costs of a ticket. Nothing with a svc-core that does not know them yet.
 * @param mayDecide administrators approve and decline
 */
export function CostsSection({ ticket, mayDecide }: { ticket: Ticket; mayDecide: boolean }) {
  return ticket.totalCost === undefined ? null : (
    <Costs ticket={ticket} total={ticket.totalCost} mayDecide={mayDecide} />
  );
}

function Costs({ ticket, total, mayDecide }: { ticket: Ticket; total: string; mayDecide: boolean }) {
  const titleId = useId();
  const money = useMoney();
  const costs = useQuery(costsQuery(ticket.id));
  const remove = useDeleteCost(ticket.id);
  const [asks, setAsks] = useState<Asks>();
  const close = () => setAsks(undefined);
  const warranty = warrantyOf(ticket);
  const { approval, repeatOf, spendingLimit: limit } = ticket;
  const isUndecided = approval === 'needed';
  const removed = asks && 'remove' in asks ? asks.remove : undefined;
  return (
    <section className={section.section} aria-labelledby={titleId}>
      <h2 className={section.title} id={titleId}>
        {strings.costs.title}
      </h2>
      <div className={styles.head}>
        {warranty ? <Badge variant="secondary">{strings.costs.badges.warranty}</Badge> : null}
        {repeatOf ? (
          <a href={ticketLink(repeatOf.id)}>
            <Badge variant="warning">{strings.costs.repeat(repeatOf.number)}</Badge>
          </a>
        ) : null}
        {isUndecided ? <Badge variant="destructive">{strings.costs.badges.approval}</Badge> : null}
        {approval === 'declined' ? (
          <Badge variant="destructive">{strings.costs.badges.declined}</Badge>
        ) : null}
      </div>
      {warranty ? <Alert type="info" showIcon title={warranty} /> : null}
      <Facts>
        <Fact label={strings.fields.vendorId}>{ticket.vendor?.name ?? strings.costs.noVendor}</Fact>
        <Fact label={strings.fields.spendingLimit}>{limit ? money(limit) : strings.costs.noLimit}</Fact>
      </Facts>
      {limit ? (
        <p>
          {strings.costs.spent(money(total), money(limit))}
          <meter
            className={styles.meter}
            aria-label={strings.costs.spent(money(total), money(limit))}
            max={Number(limit)}
            value={Number(total)}
            data-over={Number(total) > Number(limit) || undefined}
          />
        </p>
      ) : null}
      {costs.isError ? (
        <SectionFailed problem={strings.costs.loadFailed} onRetry={() => void costs.refetch()} />
      ) : null}
      {costs.data?.length === 0 ? <p className={section.note}>{strings.costs.none}</p> : null}
      {costs.data?.length ? (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{strings.fields.incurredOn}</th>
                <th scope="col">{strings.fields.kind}</th>
                <th scope="col">{strings.fields.description}</th>
                <th scope="col">{strings.fields.vendorId}</th>
                <th scope="col" className={styles.amount}>
                  {strings.fields.amount}
                </th>
                <td />
              </tr>
            </thead>
            <tbody>
              {costs.data.map((cost) => (
                <tr key={cost.id}>
                  <td>{dayWords(cost.incurredOn)}</td>
                  <td>{strings.costs.kinds[cost.kind]}</td>
                  <td>{cost.description}</td>
                  <td>{cost.vendor?.name}</td>
                  <td className={styles.amount}>{money(cost.amount)}</td>
                  <td>
                    <Button
                      type="text"
                      icon={<EditOutlined />}
                      aria-label={strings.costs.editOf(cost.description)}
                      onClick={() => setAsks({ edit: cost })}
                    />
                    <Button
                      type="text"
                      icon={<DeleteOutlined />}
                      aria-label={strings.costs.removeOf(cost.description)}
                      onClick={() => setAsks({ remove: cost })}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={4}>
                  {strings.costs.total}
                </th>
                <td className={styles.amount}>{money(total)}</td>
                <td />
              </tr>
            </tfoot>
          </table>
        </div>
      ) : null}
      <div className={styles.actions}>
        <Button icon={<PlusOutlined />} onClick={() => setAsks({ add: true })}>
          {strings.costs.add}
        </Button>
        <Button onClick={() => setAsks({ vendor: true })}>{strings.costs.setVendor}</Button>
        {mayDecide && (isUndecided || approval === 'declined') ? (
          <Button onClick={() => setAsks({ decide: 'approve' })}>{strings.costs.approve}</Button>
        ) : null}
        {mayDecide && isUndecided ? (
          <Button onClick={() => setAsks({ decide: 'decline' })}>{strings.costs.decline}</Button>
        ) : null}
      </div>
      {asks && ('add' in asks || 'edit' in asks) ? (
        <CostDialog
          ticket={ticket}
          cost={'edit' in asks ? asks.edit : undefined}
          warranty={warranty}
          onClose={close}
        />
      ) : null}
      {asks && 'vendor' in asks ? <VendorDialog ticket={ticket} onClose={close} /> : null}
      {asks && 'decide' in asks ? (
        <DecisionDialog ticketId={ticket.id} decision={asks.decide} onClose={close} />
      ) : null}
      <ConfirmDialog
        open={removed !== undefined}
        title={strings.costs.remove}
        labels={{ submit: strings.delete, pending: strings.deleting }}
        prompt={strings.costs.removePrompt}
        subject={removed?.description}
        onConfirm={async () => {
          if (removed) await remove.mutateAsync(removed.id);
          close();
        }}
        onClose={close}
      />
    </section>
  );
}
