import { ticketLink } from '@mainstay/remote-contract';
import { Badge, Button } from '@mainstay/ui/base';
import { Alert, DeleteOutlined, EditOutlined, PlusOutlined } from '@mainstay/ui/core';
import { Fact, Facts, useLateModule, useMoney } from '@mainstay/web-kit';
import { ConfirmDialog } from '@mainstay/web-kit/forms';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import section from '../../dialog-section.module.css';
import { SectionFailed } from '../../section-failed.tsx';
import { strings as shared } from '../../strings.ts';
import { strings } from './costs-strings.ts';
import { type Cost, costsQuery, useDeleteCost } from './costs.queries.ts';
import styles from './costs-section.module.css';
import { LastVendor } from './last-vendor.tsx';
import { type Ticket } from '../tickets.queries.ts';
import { dayWords, warrantyNotice } from '../warranty.ts';

const loadDialogs = () => import(/* webpackChunkName: "cost-dialogs" */ './cost-dialogs.tsx');

type Asks =
  { add: true } | { edit: Cost } | { remove: Cost } | { vendor: true } | { decide: 'approve' | 'decline' };

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
  const { loaded: dialogs, whenLoaded } = useLateModule(loadDialogs, shared.page.dialogFailed);
  const [asks, setAsks] = useState<Asks>();
  const ask = (next: Asks) => whenLoaded(() => setAsks(next));
  const close = () => setAsks(undefined);
  const warranty = warrantyNotice(ticket.equipment?.warrantyUntil, ticket.location.timezone);
  const { approval, repeatOf, spendingLimit: limit } = ticket;
  const isUndecided = approval === 'needed';
  const removed = asks && 'remove' in asks ? asks.remove : undefined;
  return (
    <section className={`${section.section} ${styles.costs}`} aria-labelledby={titleId}>
      <h2 className={section.title} id={titleId}>
        {strings.title}
      </h2>
      <div className={styles.head}>
        {warranty ? <Badge variant="secondary">{strings.badges.warranty}</Badge> : null}
        {repeatOf ? (
          <>
            <Badge variant="warning">{shared.costs.repeat}</Badge>
            <a href={ticketLink(repeatOf.id)}>{shared.tickets.number(repeatOf.number)}</a>
          </>
        ) : null}
        {isUndecided ? (
          <Badge variant="destructive" solid>
            {shared.costs.needsApproval}
          </Badge>
        ) : null}
        {approval === 'declined' ? <Badge variant="destructive">{strings.badges.declined}</Badge> : null}
      </div>
      {warranty ? <Alert type="info" showIcon title={warranty} /> : null}
      <Facts>
        <Fact label={shared.fields.vendorId}>{ticket.vendor?.name ?? strings.noVendor}</Fact>
        <Fact label={shared.fields.spendingLimit}>{limit ? money(limit) : strings.noLimit}</Fact>
      </Facts>
      {repeatOf && ticket.vendorId === null ? <LastVendor ticket={ticket} repeatOf={repeatOf.id} /> : null}
      {limit ? (
        <p>
          {strings.spent(money(total), money(limit))}
          <meter
            className={styles.meter}
            aria-label={strings.spent(money(total), money(limit))}
            max={Number(limit)}
            value={Number(total)}
            data-over={Number(total) > Number(limit) || undefined}
          />
        </p>
      ) : null}
      {costs.isError ? (
        <SectionFailed problem={shared.costs.loadFailed} onRetry={() => void costs.refetch()} />
      ) : null}
      {costs.data?.length === 0 ? <p className={section.note}>{strings.none}</p> : null}
      {costs.data?.length ? (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{shared.fields.incurredOn}</th>
                <th scope="col">{shared.fields.description}</th>
                <th scope="col" className={styles.amount}>
                  {shared.fields.amount}
                </th>
                <td />
              </tr>
            </thead>
            <tbody>
              {costs.data.map((cost) => (
                <tr key={cost.id}>
                  <td>{dayWords(cost.incurredOn)}</td>
                  <td>
                    {cost.description}
                    <span className={styles.kind}>
                      {[shared.costs.kinds[cost.kind], cost.vendor?.name].filter(Boolean).join(' · ')}
                    </span>
                  </td>
                  <td className={styles.amount}>{money(cost.amount)}</td>
                  <td className={styles.buttons}>
                    <Button
                      type="text"
                      icon={<EditOutlined />}
                      aria-label={strings.editOf(cost.description)}
                      onClick={() => ask({ edit: cost })}
                    />
                    <Button
                      type="text"
                      icon={<DeleteOutlined />}
                      aria-label={strings.removeOf(cost.description)}
                      onClick={() => setAsks({ remove: cost })}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={2}>
                  {strings.total}
                </th>
                <td className={styles.amount}>{money(total)}</td>
                <td />
              </tr>
            </tfoot>
          </table>
        </div>
      ) : null}
      <div className={styles.actions}>
        <Button icon={<PlusOutlined />} onClick={() => ask({ add: true })}>
          {strings.add}
        </Button>
        <Button onClick={() => ask({ vendor: true })}>{strings.setVendor}</Button>
        {mayDecide && (isUndecided || approval === 'declined') ? (
          <Button onClick={() => ask({ decide: 'approve' })}>{strings.approve}</Button>
        ) : null}
        {mayDecide && isUndecided ? (
          <Button onClick={() => ask({ decide: 'decline' })}>{strings.decline}</Button>
        ) : null}
      </div>
      {dialogs && asks && ('add' in asks || 'edit' in asks) ? (
        <dialogs.CostDialog
          ticket={ticket}
          cost={'edit' in asks ? asks.edit : undefined}
          warranty={warranty}
          onClose={close}
        />
      ) : null}
      {dialogs && asks && 'vendor' in asks ? <dialogs.VendorDialog ticket={ticket} onClose={close} /> : null}
      {dialogs && asks && 'decide' in asks ? (
        <dialogs.DecisionDialog ticket={ticket} total={total} decision={asks.decide} onClose={close} />
      ) : null}
      <ConfirmDialog
        open={removed !== undefined}
        title={strings.remove}
        prompt={strings.removePrompt}
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
