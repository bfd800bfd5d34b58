import { ticketListLink } from '@mainstay/remote-contract';
import { Button } from '@mainstay/ui/base';
import { EditOutlined, PhoneOutlined } from '@mainstay/ui/core';
import { State } from '@mainstay/ui/table';
import { mailLink, phoneLink, useMoney } from '@mainstay/web-kit';
import { DetailDialog, DialogActions, Fact, Facts } from '@mainstay/web-kit/forms';
import { Figure, Figures, type OpenedDialog } from '@mainstay/web-kit/lists';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { strings as shared } from '../strings.ts';
import { strings } from './strings.ts';
import { EditVendorDialog } from './vendor-dialogs.tsx';
import { openTicketsQuery, spendQuery, storesQuery, type Vendor } from './vendors.queries.ts';

/**
 * All about one vendor, to be read, and how to reach it.
 * @param canManage whether it can be edited
 */
export function VendorDetailDialog({
  vendor,
  canManage,
  ...dialog
}: OpenedDialog & { vendor: Vendor; canManage: boolean }) {
  const [isEditing, setEditing] = useState(false);
  const { name, phone, email } = vendor;
  const call = phone === null ? undefined : phoneLink(phone);
  return (
    <DetailDialog title={name} pageTitle={name} problem={undefined} {...dialog}>
      <VendorFigures vendor={vendor} />
      <VendorFacts vendor={vendor} />
      <DialogActions>
        {call === undefined ? null : (
          <Button type="primary" icon={<PhoneOutlined />} href={call}>
            {strings.call}
          </Button>
        )}
        {email === null ? null : <Button href={mailLink(email)}>{strings.columns.email}</Button>}
        {canManage ? (
          <Button icon={<EditOutlined />} aria-haspopup="dialog" onClick={() => setEditing(true)}>
            {strings.edit}
          </Button>
        ) : null}
      </DialogActions>
      {canManage ? (
        <EditVendorDialog vendor={vendor} open={isEditing} onClose={() => setEditing(false)} />
      ) : null}
    </DetailDialog>
  );
}

function VendorFigures({ vendor: { id } }: { vendor: Vendor }) {
  const money = useMoney();
  const open = { vendorId: id, open: 'true' } as const;
  const openCount = useQuery(openTicketsQuery(open));
  const { data: spend, isError } = useQuery(spendQuery);
  return (
    <Figures>
      <Figure label={shared.columns.tickets} of={openCount} to={ticketListLink(open)} />
      <Figure
        label={strings.cost}
        of={{ data: spend && money(spend.totals.get(id) ?? '0'), isError }}
        to={spend && ticketListLink({ costVendorId: id, ...spend.period })}
      />
    </Figures>
  );
}

function VendorFacts({ vendor }: { vendor: Vendor }) {
  const { trades, phone, email, spendingLimit, active, allLocations, locationIds } = vendor;
  const money = useMoney();
  const { data: stores } = useQuery(storesQuery);
  const nameOf = (store: string) => stores?.find(({ id }) => id === store)?.name;
  const served = locationIds.map((id) => nameOf(id) ?? (stores ? strings.archivedStore : shared.loading));
  return (
    <Facts>
      <Fact label={strings.columns.status}>
        <State status={active ? 'success' : 'default'} text={active ? strings.active : strings.inactive} />
      </Fact>
      <Fact label={strings.fields.trades}>
        {trades.map((trade) => shared.category[trade]).join(', ') || strings.noTrades}
      </Fact>
      {phone === null ? null : <Fact label={strings.fields.phone}>{phone}</Fact>}
      {email === null ? null : <Fact label={strings.fields.email}>{email}</Fact>}
      <Fact label={strings.fields.spendingLimit}>
        {spendingLimit === null ? strings.noLimit : money(spendingLimit)}
      </Fact>
      <Fact label={strings.fields.locationIds}>
        {allLocations ? strings.allStores : served.join(', ') || strings.noStores}
      </Fact>
    </Facts>
  );
}
