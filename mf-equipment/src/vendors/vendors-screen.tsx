import { type RemoteHost } from '@mainstay/remote-contract';
import { SkeletonCard, Surface } from '@mainstay/ui/base';
import { DeleteOutlined, EditOutlined, PoweroffOutlined } from '@mainstay/ui/core';
import { Select } from '@mainstay/ui/forms';
import { State, Table, type TableColumnsType } from '@mainstay/ui/table';
import { mailLink, MailText, phoneLink, ToastContext, useMoney, useSearchedList } from '@mainstay/web-kit';
import { labelledOptions } from '@mainstay/web-kit/fields';
import { ListScreen, RowAction, useOpened } from '@mainstay/web-kit/lists';
import { useState } from 'react';
import { strings as shared } from '../strings.ts';
import { strings } from './strings.ts';
import { AddVendorDialog, DeleteVendorDialog, EditVendorDialog } from './vendor-dialogs.tsx';
import { matchesVendor, type Trade, useUpdateVendor, type Vendor, vendorsQuery } from './vendors.queries.ts';
import styles from './vendors-screen.module.css';

/** The screen Vendors: administrators manage the list, district managers read it. */
export function VendorsScreen({ host }: { host: Pick<RemoteHost, 'toast' | 'user'> }) {
  return (
    <ToastContext value={host.toast}>
      <Vendors canManage={host.user.role === 'admin'} />
    </ToastContext>
  );
}

function Vendors({ canManage }: { canManage: boolean }) {
  const [text, setText] = useState('');
  const [trade, setTrade] = useState<Trade>();
  const vendors = useSearchedList(vendorsQuery({ trade }), matchesVendor, text);
  const money = useMoney();
  const [isAdding, setAdding] = useState(false);
  const opened = useOpened<Vendor>();
  const update = useUpdateVendor();
  const isNarrowed = text.trim() !== '' || trade !== undefined;
  const actions = {
    onEdit: (vendor: Vendor) => opened.show(vendor, 'edit'),
    onDelete: (vendor: Vendor) => opened.show(vendor, 'delete'),
    onToggleActive: ({ id, active, version }: Vendor) => {
      if (!update.isPending) update.mutate({ id, changes: { active: !active }, ifMatch: `"${version}"` });
    },
  };
  return (
    <>
      <ListScreen
        texts={strings}
        list={vendors}
        exported={{ path: '/api/vendors', filter: { trade, q: text.trim() || undefined } }}
        isNarrowed={isNarrowed}
        onSearch={setText}
        onAdd={canManage ? () => setAdding(true) : undefined}
        filters={
          <Select
            aria-label={strings.trade}
            placeholder={strings.allTrades}
            allowClear
            options={labelledOptions(shared.category)}
            value={trade}
            onChange={(chosen: Trade | undefined) => setTrade(chosen)}
          />
        }
        loading={<SkeletonCard lines={6} />}
      >
        <Surface className={styles.table}>
          <Table
            aria-label={strings.title}
            tableLayout="fixed"
            pagination={false}
            columns={columnsOf(money, canManage ? actions : undefined)}
            dataSource={vendors.items}
            rowKey="id"
            locale={{ emptyText: isNarrowed ? strings.none : strings.noneYet }}
            showHeader={vendors.items.length > 0}
          />
        </Surface>
      </ListScreen>
      <AddVendorDialog open={isAdding} onClose={() => setAdding(false)} />
      {opened.thing ? (
        <>
          <EditVendorDialog key={opened.thing.id} vendor={opened.thing} {...opened.dialog('edit')} />
          <DeleteVendorDialog vendor={opened.thing} {...opened.dialog('delete')} />
        </>
      ) : null}
    </>
  );
}

interface RowActions {
  onEdit: (vendor: Vendor) => void;
  onDelete: (vendor: Vendor) => void;
  onToggleActive: (vendor: Vendor) => void;
}

const nameId = ({ id }: Vendor) => `vendor-${id}`;

/** Where it is narrow, the first column has the contents of the others. */
const columnsOf = (
  money: (amount: string) => string,
  actions: RowActions | undefined,
): TableColumnsType<Vendor> => [
  {
    title: strings.columns.name,
    className: styles.name,
    render: (_, vendor) => (
      <>
        <strong id={nameId(vendor)}>{vendor.name}</strong>
        <div className={styles.brief}>
          <Trades {...vendor} />
          <Phone {...vendor} />
          <Email {...vendor} />
          {vendor.spendingLimit === null ? null : strings.limit(money(vendor.spendingLimit))}
          <Status {...vendor} />
        </div>
      </>
    ),
  },
  { title: strings.columns.trades, className: styles.wide, render: (_, vendor) => <Trades {...vendor} /> },
  {
    title: strings.columns.phone,
    className: `${styles.wide} ${styles.phone}`,
    render: (_, vendor) => <Phone {...vendor} />,
  },
  {
    title: strings.columns.email,
    className: `${styles.wide} ${styles.email}`,
    render: (_, vendor) => <Email {...vendor} />,
  },
  {
    title: strings.columns.limit,
    className: `${styles.wide} ${styles.short}`,
    render: (_, { spendingLimit }) => (spendingLimit === null ? strings.noLimit : money(spendingLimit)),
  },
  {
    title: strings.columns.status,
    className: `${styles.wide} ${styles.short}`,
    render: (_, vendor) => <Status {...vendor} />,
  },
  ...(actions
    ? [
        {
          title: strings.columns.actions,
          className: styles.actions,
          align: 'end' as const,
          render: (_: unknown, vendor: Vendor) => (
            <>
              <RowAction
                name={strings.edit}
                icon={<EditOutlined />}
                aria-describedby={nameId(vendor)}
                aria-haspopup="dialog"
                onClick={() => actions.onEdit(vendor)}
              />
              <RowAction
                name={strings.toggleActive}
                icon={<PoweroffOutlined />}
                aria-describedby={nameId(vendor)}
                aria-pressed={vendor.active}
                onClick={() => actions.onToggleActive(vendor)}
              />
              <RowAction
                name={strings.delete}
                icon={<DeleteOutlined />}
                aria-describedby={nameId(vendor)}
                aria-haspopup="dialog"
                onClick={() => actions.onDelete(vendor)}
              />
            </>
          ),
        },
      ]
    : []),
];

function Trades({ trades }: Pick<Vendor, 'trades'>) {
  return trades.length === 0 ? strings.noTrades : trades.map((trade) => shared.category[trade]).join(', ');
}

function Phone({ phone }: Pick<Vendor, 'phone'>) {
  if (phone === null) return null;
  const href = phoneLink(phone);
  return href === undefined ? phone : <a href={href}>{phone}</a>;
}

function Email({ email }: Pick<Vendor, 'email'>) {
  if (email === null) return null;
  return (
    <a href={mailLink(email)}>
      <MailText address={email} />
    </a>
  );
}

function Status({ active }: Pick<Vendor, 'active'>) {
  return <State status={active ? 'success' : 'default'} text={active ? strings.active : strings.inactive} />;
}
