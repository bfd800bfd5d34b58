import { formatMoney, formatShort, LOCALE } from '@mainstay/web-kit';
import { fullName } from '../people/names.ts';
import { strings } from '../strings.ts';
import { type TimelineLine } from '../api/timeline.ts';
import { commentStrings } from '../comments/comment-strings.ts';
import { attachmentStrings } from '../attachments/attachment-strings.ts';
import { deedStrings } from './deed-strings.ts';
import { fieldStrings } from '../field-strings.ts';

type Change = TimelineLine['changes'][number];

/** The currency of amounts, an ISO code, and the time zone of the store. */
interface Written {
  currency: string;
  zone: string;
}

const list = new Intl.ListFormat(LOCALE, { type: 'conjunction' });

/** Fields whose values are too long for a line: it names the field alone. */
const LONG: readonly string[] = ['description', 'notes', 'completionNote'];

/** The words of the screens for the values of a field. */
const valueWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: strings.tickets.status,
  priority: strings.tickets.priority,
  ticketType: strings.tickets.type,
};

function valueOf(field: Change['field'], value: string | null, { currency, zone }: Written): string {
  if (value === null) return field === 'assignedTo' ? strings.assignee.nobody : deedStrings.nothing;
  if (field === 'dueAt') return formatShort(value, zone);
  if (field === 'spendingLimit') return formatMoney(value, currency);
  return valueWords[field]?.[value] ?? value;
}

const fieldNames: Readonly<Record<string, string>> = fieldStrings;

/** A change in words, like `Status to Working`. A field of a later version has the API's name. */
function changeOf({ field, to }: Change, written: Written): string {
  const name = fieldNames[field] ?? field;
  return LONG.includes(field) ? name : deedStrings.to(name, valueOf(field, to, written));
}

/** Somebody at a vendor, by the name that they gave; it is marked by that of the company. */
const vendorNameOf = (vendor: TimelineLine['vendor']): string =>
  vendor?.by === undefined ? deedStrings.theVendor : `${vendor.by}, ${vendor.name}`;

/** Who did what is in a line: somebody without an account is the reporter or the system. */
export function actorOf({
  actor,
  via,
  kind,
  vendor,
}: Pick<TimelineLine, 'actor' | 'via' | 'kind' | 'vendor'>): string {
  if (kind === 'overdue') return deedStrings.theTicket;
  if (actor) return fullName(actor);
  if (via === 'vendor') return vendorNameOf(vendor);
  return via === 'qr' ? commentStrings.reporter : deedStrings.system;
}

const createdBy: Readonly<Record<string, string>> = {
  qr: deedStrings.createdByCode,
  api: deedStrings.createdByApi,
  checklist: deedStrings.createdByChecklist,
};

/** The answer to a step of a checklist: a number with what it means. */
function answerOf({
  step = '',
  value,
  result = 'pass',
  note,
}: Partial<NonNullable<TimelineLine['checklist']>> = {}) {
  const words = deedStrings.results[result];
  return deedStrings.answered(step, typeof value === 'number' ? `${value}, ${words}` : words, note ?? '');
}

type Line = Pick<
  TimelineLine,
  | 'kind'
  | 'via'
  | 'changes'
  | 'attachment'
  | 'purpose'
  | 'pause'
  | 'toldTo'
  | 'cost'
  | 'decision'
  | 'waiver'
  | 'checklist'
  | 'vendor'
>;

const fileOf = ({ attachment }: Line) => attachment?.fileName ?? deedStrings.file;

function changedOf({ changes, via }: Line, written: Written): string {
  const deed = deedStrings.changed(
    changes.length > 0 ? list.format(changes.map((each) => changeOf(each, written))) : deedStrings.ticket,
  );
  return via === 'bulk' ? deedStrings.together(deed) : deed;
}

const costOf =
  (deed: 'cost_added' | 'cost_changed' | 'cost_removed') =>
  ({ cost }: Line, { currency }: Written) => {
    const { kind, amount } = cost ?? { kind: 'other', amount: '0' };
    return deedStrings.cost[deed](strings.costs.kinds[kind], formatMoney(amount, currency));
  };

const decisionOf =
  (deed: 'approved' | 'declined') =>
  ({ decision }: Line, { currency }: Written) => {
    const { amount, note } = decision ?? { amount: '0', note: null };
    return deedStrings.decided[deed](formatMoney(amount, currency), note);
  };

const checklistOf =
  (deed: 'checklist_started' | 'checklist_completed') =>
  ({ checklist }: Line) =>
    deedStrings.checklist[deed](checklist?.name ?? '');

const vendorOf =
  (deed: keyof typeof deedStrings.vendor) =>
  ({ vendor }: Line, { currency, zone }: Written) => {
    const { name = deedStrings.theVendor, text = '', amount, visitAt } = vendor ?? {};
    return deedStrings.vendor[deed]({
      name,
      text,
      amount: amount === undefined ? '' : formatMoney(amount, currency),
      visit: visitAt === undefined ? '' : formatShort(visitAt, zone),
    });
  };

/** The words of a line, by its kind. */
const deeds: Readonly<Record<string, (line: Line, written: Written) => string>> = {
  created: ({ via }) => createdBy[via ?? ''] ?? deedStrings.created,
  changed: changedOf,
  attached: (line) => deedStrings.attached(fileOf(line)),
  detached: (line) => deedStrings.detached(fileOf(line)),
  purpose_changed: (line) =>
    deedStrings.purpose(fileOf(line), attachmentStrings.purposes[line.purpose?.to ?? 'none']),
  commented: () => deedStrings.commented,
  paused: ({ pause }, { zone }) =>
    deedStrings.paused(
      strings.due.reason[pause?.reason ?? 'other'],
      pause?.until ? formatShort(pause.until, zone) : undefined,
    ),
  resumed: () => deedStrings.resumed,
  overdue: () => deedStrings.overdue,
  escalated: ({ toldTo }) =>
    deedStrings.escalated(toldTo?.length ? list.format(toldTo.map(fullName)) : undefined),
  cost_added: costOf('cost_added'),
  cost_changed: costOf('cost_changed'),
  cost_removed: costOf('cost_removed'),
  approved: decisionOf('approved'),
  declined: decisionOf('declined'),
  waived: ({ waiver }) =>
    deedStrings.waived(
      list.format((waiver?.missing ?? []).map((each) => deedStrings.proofs[each])),
      waiver?.reason ?? '',
    ),
  checklist_started: checklistOf('checklist_started'),
  checklist_completed: checklistOf('checklist_completed'),
  checklist_answered: ({ checklist }) => answerOf(checklist),
  vendor_sent: vendorOf('vendor_sent'),
  vendor_resent: vendorOf('vendor_resent'),
  vendor_withdrawn: vendorOf('vendor_withdrawn'),
  vendor_accepted: vendorOf('vendor_accepted'),
  vendor_declined: vendorOf('vendor_declined'),
  vendor_visit: vendorOf('vendor_visit'),
  vendor_quoted: vendorOf('vendor_quoted'),
  quote_approved: vendorOf('quote_approved'),
  quote_declined: vendorOf('quote_declined'),
  vendor_done: vendorOf('vendor_done'),
  vendor_returned: vendorOf('vendor_returned'),
  vendor_confirmed: vendorOf('vendor_confirmed'),
  vendor_mail_failed: vendorOf('vendor_mail_failed'),
} satisfies Record<Line['kind'], (line: Line, written: Written) => string>;

/**
 * What happened in a line, to be read after {@link actorOf}: `changed Status to Working and Priority to High`.
 * @param written how amounts and times are
 */
export function deedOf(line: Line, written: Written): string {
  // A kind of a later version.
  return deeds[line.kind]?.(line, written) ?? deedStrings.changed(deedStrings.ticket);
}
