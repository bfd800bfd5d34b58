import { type RemoteHost } from '@mainstay/remote-contract';
import { Button, PageHeader, SkeletonCard, Surface, Tooltip, VisuallyHidden } from '@mainstay/ui/base';
import { DeleteOutlined, EditOutlined, PlusOutlined, PoweroffOutlined } from '@mainstay/ui/core';
import { Select } from '@mainstay/ui/forms';
import { State, Table, type TableColumnsType } from '@mainstay/ui/table';
import {
  ExportCsv,
  ListEnd,
  LoadFailed,
  mailLink,
  MailText,
  OnlineButton,
  phoneLink,
  SearchField,
  ToastContext,
  useMoney,
  useSearchedList,
} from '@mainstay/web-kit';
import { type ComponentProps, useState } from 'react';
import { strings as shared } from '../strings.ts';
import { strings } from './strings.ts';
import { AddVendorDialog, DeleteVendorDialog, EditVendorDialog } from './vendor-dialogs.tsx';
import { matchesVendor, type Trade, useUpdateVendor, type Vendor, vendorsQuery } from './vendors.queries.ts';
import styles from './vendors-screen.module.css';

const tradeOptions = Object.entries(shared.category).map(([value, label]) => ({ value, label }));

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
  const vendors = useSearchedList(vendorsQuery(trade), matchesVendor, text);
  const money = useMoney();
  const [isAdding, setAdding] = useState(false);
  const [change, setChange] = useState<{ vendor: Vendor; by: 'edit' | 'delete'; isOpen: boolean }>();
  const update = useUpdateVendor();
  const closeChange = () => setChange((shown) => shown && { ...shown, isOpen: false });
  const isFiltered = text.trim() !== '' || trade !== undefined;
  const nothing = isFiltered ? strings.none : strings.noneYet;
  const actions = {
    onEdit: (vendor: Vendor) => setChange({ vendor, by: 'edit', isOpen: true }),
    onDelete: (vendor: Vendor) => setChange({ vendor, by: 'delete', isOpen: true }),
    onToggleActive: ({ id, active, version }: Vendor) => {
      if (!update.isPending) update.mutate({ id, changes: { active: !active }, ifMatch: `"${version}"` });
    },
  };
  return (
    <>
      <PageHeader
        title={strings.title}
        subtitle={strings.subtitle}
        actions={
          <>
            <ExportCsv
              path="/api/vendors"
              filter={{ trade, q: text.trim() || undefined }}
              total={vendors.total}
            />
            {canManage ? (
              <Button
                type="primary"
                icon={<PlusOutlined />}
                aria-haspopup="dialog"
                onClick={() => setAdding(true)}
              >
                {strings.add}
              </Button>
            ) : null}
          </>
        }
      />
      <div className={styles.filters}>
        <SearchField className={styles.search} label={strings.search} onSearch={setText} />
        <Select
          className={styles.filter}
          aria-label={strings.trade}
          placeholder={strings.allTrades}
          allowClear
          options={tradeOptions}
          value={trade}
          onChange={(chosen: Trade | undefined) => setTrade(chosen)}
        />
      </div>
      <VisuallyHidden aria-live="polite">
        {isFiltered && !vendors.isPending ? strings.found(vendors.total ?? vendors.items.length) : null}
      </VisuallyHidden>
      {vendors.isFailed ? (
        <LoadFailed title={strings.loadFailed} onRetry={vendors.retry} />
      ) : vendors.isPending ? (
        <div aria-busy="true">
          <SkeletonCard lines={6} />
        </div>
      ) : (
        <Surface className={styles.table}>
          <Table
            aria-label={strings.title}
            tableLayout="fixed"
            pagination={false}
            columns={columnsOf(money, canManage ? actions : undefined)}
            dataSource={vendors.items}
            rowKey="id"
            locale={{ emptyText: nothing }}
            showHeader={vendors.items.length > 0}
          />
          <ListEnd {...vendors} problem={strings.loadFailed} />
        </Surface>
      )}
      <AddVendorDialog open={isAdding} onClose={() => setAdding(false)} />
      {change ? (
        <>
          <EditVendorDialog
            key={change.vendor.id}
            vendor={change.vendor}
            open={change.isOpen && change.by === 'edit'}
            onClose={closeChange}
          />
          <DeleteVendorDialog
            vendor={change.vendor}
            open={change.isOpen && change.by === 'delete'}
            onClose={closeChange}
          />
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
              <Action
                name={strings.edit}
                icon={<EditOutlined />}
                aria-describedby={nameId(vendor)}
                aria-haspopup="dialog"
                onClick={() => actions.onEdit(vendor)}
              />
              <Action
                name={strings.toggleActive}
                icon={<PoweroffOutlined />}
                aria-describedby={nameId(vendor)}
                aria-pressed={vendor.active}
                onClick={() => actions.onToggleActive(vendor)}
              />
              <Action
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

/** What opens no dialog is done at once. */
function Action({ name, ...button }: ComponentProps<typeof Button> & { name: string }) {
  const Kind = button['aria-haspopup'] ? Button : OnlineButton;
  return (
    <Tooltip title={name}>
      <Kind type="text" aria-label={name} {...button} />
    </Tooltip>
  );
}
