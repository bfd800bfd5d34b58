import { formatMoney, formatShort, LOCALE } from '@mainstay/web-kit';
import { fullName } from '../people/names.ts';
import { strings } from '../strings.ts';
import { type TimelineLine } from '../api/timeline.ts';
import { commentStrings } from '../comments/comment-strings.ts';
import { attachmentStrings } from '../attachments/attachment-strings.ts';
import { activityStrings } from './activity-strings.ts';
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
  if (value === null) return field === 'assignedTo' ? strings.assignee.nobody : activityStrings.nothing;
  if (field === 'dueAt') return formatShort(value, zone);
  if (field === 'spendingLimit') return formatMoney(value, currency);
  return valueWords[field]?.[value] ?? value;
}

const fieldNames: Readonly<Record<string, string>> = fieldStrings;

/** A change in words, like `Status to Working`. A field of a later version has the API's name. */
function changeOf({ field, to }: Change, written: Written): string {
  const name = fieldNames[field] ?? field;
  return LONG.includes(field) ? name : activityStrings.to(name, valueOf(field, to, written));
}

/** Somebody at a vendor, by the name that they gave; it is marked by that of the company. */
const vendorNameOf = (vendor: TimelineLine['vendor']): string =>
  vendor?.by === undefined ? activityStrings.theVendor : `${vendor.by}, ${vendor.name}`;

/** Who did what is in a line: somebody without an account is the reporter or the system. */
export function actorOf({
  actor,
  via,
  kind,
  vendor,
}: Pick<TimelineLine, 'actor' | 'via' | 'kind' | 'vendor'>): string {
  if (kind === 'overdue') return activityStrings.theTicket;
  if (actor) return fullName(actor);
  if (via === 'vendor') return vendorNameOf(vendor);
  return via === 'qr' ? commentStrings.reporter : activityStrings.system;
}

const createdBy: Readonly<Record<string, string>> = {
  qr: activityStrings.createdByCode,
  api: activityStrings.createdByApi,
  checklist: activityStrings.createdByChecklist,
};

/** The answer to a step of a checklist: a number with what it means. */
function answerOf({
  step = '',
  value,
  result = 'pass',
  note,
}: Partial<NonNullable<TimelineLine['checklist']>> = {}) {
  const words = activityStrings.results[result];
  return activityStrings.answered(step, typeof value === 'number' ? `${value}, ${words}` : words, note ?? '');
}

/**
 * What happened in a line, to be read after {@link actorOf}: `changed Status to Working and Priority to High`.
 * @param written how amounts and times are
 */
export function deedOf(
  line: Pick<
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
  >,
  written: Written,
): string {
  const { currency, zone } = written;
  const file = line.attachment?.fileName ?? activityStrings.file;
  switch (line.kind) {
    case 'created':
      return createdBy[line.via ?? ''] ?? activityStrings.created;
    case 'changed': {
      const deed = activityStrings.changed(
        line.changes.length > 0
          ? list.format(line.changes.map((each) => changeOf(each, written)))
          : activityStrings.ticket,
      );
      return line.via === 'bulk' ? activityStrings.together(deed) : deed;
    }
    case 'attached':
      return activityStrings.attached(file);
    case 'detached':
      return activityStrings.detached(file);
    case 'purpose_changed':
      return activityStrings.purpose(file, attachmentStrings.purposes[line.purpose?.to ?? 'none']);
    case 'commented':
      return activityStrings.commented;
    case 'paused': {
      const { reason = 'other', until } = line.pause ?? {};
      return activityStrings.paused(strings.due.reason[reason], until ? formatShort(until, zone) : undefined);
    }
    case 'resumed':
      return activityStrings.resumed;
    case 'overdue':
      return activityStrings.overdue;
    case 'escalated':
      return activityStrings.escalated(
        line.toldTo?.length ? list.format(line.toldTo.map(fullName)) : undefined,
      );
    case 'cost_added':
    case 'cost_changed':
    case 'cost_removed': {
      const { kind, amount } = line.cost ?? { kind: 'other', amount: '0' };
      return activityStrings.cost[line.kind](strings.costs.kinds[kind], formatMoney(amount, currency));
    }
    case 'approved':
    case 'declined': {
      const { amount, note } = line.decision ?? { amount: '0', note: null };
      return activityStrings.decided[line.kind](formatMoney(amount, currency), note);
    }
    case 'waived': {
      const { missing, reason } = line.waiver ?? { missing: [], reason: '' };
      return activityStrings.waived(list.format(missing.map((each) => activityStrings.proofs[each])), reason);
    }
    case 'checklist_started':
    case 'checklist_completed':
      return activityStrings.checklist[line.kind](line.checklist?.name ?? '');
    case 'checklist_answered':
      return answerOf(line.checklist);
    case 'vendor_sent':
    case 'vendor_resent':
    case 'vendor_withdrawn':
    case 'vendor_accepted':
    case 'vendor_declined':
    case 'vendor_visit':
    case 'vendor_quoted':
    case 'quote_approved':
    case 'quote_declined':
    case 'vendor_done':
    case 'vendor_returned':
    case 'vendor_confirmed':
    case 'vendor_mail_failed': {
      const { name = activityStrings.theVendor, text = '', amount, visitAt } = line.vendor ?? {};
      return activityStrings.vendor[line.kind]({
        name,
        text,
        amount: amount === undefined ? '' : formatMoney(amount, currency),
        visit: visitAt === undefined ? '' : formatShort(visitAt, zone),
      });
    }
    default:
      // A kind of a later version.
      return activityStrings.changed(activityStrings.ticket);
  }
}
