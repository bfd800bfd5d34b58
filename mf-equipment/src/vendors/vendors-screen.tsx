import { type RemoteHost } from '@mainstay/remote-contract';
import { Button, late, SkeletonCard, TruckOutlined } from '@mainstay/ui/base';
import { DeleteOutlined, EditOutlined, PhoneOutlined, PoweroffOutlined } from '@mainstay/ui/core';
import { Select } from '@mainstay/ui/forms';
import { State } from '@mainstay/ui/table';
import { mailLink, phoneLink, ToastContext, useMoney, useSearchedList } from '@mainstay/web-kit';
import { labelledOptions } from '@mainstay/web-kit/fields';
import { ListScreen, ListTable, type OpenedDialog, useFilters, useOpened } from '@mainstay/web-kit/lists';
import { useState } from 'react';
import { strings as shared } from '../strings.ts';
import { strings } from './strings.ts';
import { AddVendorDialog, DeleteVendorDialog, EditVendorDialog } from './vendor-dialogs.tsx';
import {
  matchesVendor,
  type Trade,
  useSetVendorActive,
  type Vendor,
  vendorsQuery,
} from './vendors.queries.ts';

type Opened = 'read' | 'edit' | 'delete';

const lateDetails = late(() => import(/* webpackChunkName: "vendor" */ './vendor-detail-dialog.tsx'));

/** The screen Vendors: administrators manage the list, district managers read it. */
export function VendorsScreen({ host }: { host: Pick<RemoteHost, 'toast' | 'user'> }) {
  return (
    <ToastContext value={host.toast}>
      <Vendors canManage={host.user.role === 'admin'} />
    </ToastContext>
  );
}

const noFilters: { trade: Trade | undefined } = { trade: undefined };

function Vendors({ canManage }: { canManage: boolean }) {
  const { text, q, chosen, choose, narrowing } = useFilters(noFilters);
  const vendors = useSearchedList(vendorsQuery(chosen), matchesVendor, text);
  const [isAdding, setAdding] = useState(false);
  const opened = useOpened<Vendor, Opened>();
  const actionsOf = useVendorActions(opened);
  const limitOf = useLimit();
  return (
    <>
      <ListScreen
        texts={strings}
        list={vendors}
        exported={{ path: '/api/vendors', filter: { ...chosen, q } }}
        narrowing={narrowing}
        onAdd={canManage ? () => setAdding(true) : undefined}
        filters={<TradeFilter trade={chosen.trade} onChoose={(trade) => choose({ trade })} />}
        loading={<SkeletonCard lines={6} />}
        empty={{
          icon: <TruckOutlined />,
          title: narrowing.isNarrowed ? strings.none : strings.noneYet,
          canAdd: !narrowing.isNarrowed,
        }}
      >
        <ListTable
          label={strings.title}
          rows={vendors.items}
          title={strings.columns.name}
          nameOf={({ name }) => name}
          columns={[
            { title: strings.columns.trades, width: '15%', render: tradesOf },
            { title: strings.columns.phone, width: 134, render: phoneOf },
            { title: strings.columns.email, width: '21%', render: emailOf },
            { title: strings.columns.limit, width: 94, render: limitOf },
            { title: strings.columns.status, width: 100, render: statusOf },
          ]}
          brief={(vendor) => [
            vendor.active ? null : statusOf(vendor),
            vendor.phone,
            vendor.email,
            tradesOf(vendor),
            limitOf(vendor),
          ]}
          aside={callOf}
          actionsTitle={strings.columns.actions}
          actionsOf={canManage ? actionsOf : undefined}
          onOpen={(vendor) => opened.show(vendor, 'read')}
        />
      </ListScreen>
      <AddVendorDialog open={isAdding} onClose={() => setAdding(false)} />
      {opened.thing ? (
        <VendorDialogs
          // The list follows what is changed meanwhile.
          vendor={vendors.items.find(({ id }) => id === opened.thing?.id) ?? opened.thing}
          canManage={canManage}
          dialog={opened.dialog}
        />
      ) : null}
    </>
  );
}

function useLimit() {
  const money = useMoney();
  return ({ spendingLimit }: Vendor) => (spendingLimit === null ? strings.noLimit : money(spendingLimit));
}

/** Which of the dialogs is open, `dialog` says. */
function VendorDialogs({
  vendor,
  canManage,
  dialog,
}: {
  vendor: Vendor;
  canManage: boolean;
  dialog: (by: Opened) => OpenedDialog;
}) {
  const reading = dialog('read');
  const details = lateDetails.usePressed(reading.open, reading.onClose);
  return (
    <>
      {details ? (
        <details.VendorDetailDialog key={vendor.id} vendor={vendor} canManage={canManage} {...reading} />
      ) : null}
      <EditVendorDialog key={`edit-${vendor.id}`} vendor={vendor} {...dialog('edit')} />
      <DeleteVendorDialog vendor={vendor} {...dialog('delete')} />
    </>
  );
}

function TradeFilter({
  trade,
  onChoose,
}: {
  trade: Trade | undefined;
  onChoose: (trade: Trade | undefined) => void;
}) {
  return (
    <Select
      aria-label={strings.trade}
      placeholder={strings.allTrades}
      allowClear
      options={labelledOptions(shared.category)}
      value={trade}
      onChange={onChoose}
    />
  );
}

/**
 * What an administrator does with a vendor.
 * @param opened opens the dialogs
 */
function useVendorActions(opened: { show: (vendor: Vendor, by: 'edit' | 'delete') => void }) {
  const { mutate, isPending } = useSetVendorActive();
  const setActive = ({ id, version }: Pick<Vendor, 'id' | 'version'>, active: boolean): void =>
    mutate({ id, version, active, undo: (next) => setActive({ id, version: next }, !active) });
  return (vendor: Vendor) => [
    {
      name: strings.edit,
      icon: <EditOutlined />,
      isDialog: true,
      isFrequent: true,
      onClick: () => opened.show(vendor, 'edit'),
    },
    {
      name: vendor.active ? strings.deactivate : strings.activate,
      icon: <PoweroffOutlined />,
      onClick: () => {
        if (!isPending) setActive(vendor, !vendor.active);
      },
    },
    {
      name: strings.delete,
      icon: <DeleteOutlined />,
      isDialog: true,
      danger: true,
      onClick: () => opened.show(vendor, 'delete'),
    },
  ];
}

function tradesOf({ trades }: Vendor) {
  const words = trades.map((trade) => shared.category[trade]).join(', ');
  return words === '' ? strings.noTrades : <span title={words}>{words}</span>;
}

const callAddressOf = ({ phone }: Vendor) => (phone === null ? undefined : phoneLink(phone));

function phoneOf(vendor: Vendor) {
  const href = callAddressOf(vendor);
  const { phone } = vendor;
  if (href === undefined || phone === null) return phone;
  return (
    <a href={href} title={phone}>
      {phone}
    </a>
  );
}

function callOf(vendor: Vendor) {
  const href = callAddressOf(vendor);
  return href === undefined ? null : (
    <Button type="text" icon={<PhoneOutlined />} href={href} aria-label={strings.callNumber(vendor.phone)} />
  );
}

const emailOf = ({ email }: Vendor) =>
  email === null ? null : (
    <a href={mailLink(email)} title={email}>
      {email}
    </a>
  );

const statusOf = ({ active }: Vendor) => (
  <State status={active ? 'success' : 'default'} text={active ? strings.active : strings.inactive} />
);
