import { DateTime } from 'luxon';
import type { MailItem, Subject } from '../contents.repository.ts';
import type { EndingToken } from '../ending-tokens.ts';
import { type Html, html, lines } from './html.ts';
import { looks, page } from './page.ts';
import { excerptOf, oneLine } from './plain-text.ts';
import { counted, headline, manyChanged, nameOf, type Reader, sentence, strongestOf } from './words.ts';

/** Whom a mail is for, and what it is about besides its items. */
export interface MailContext extends Reader {
  brand: string;
  /** The origin of the pages. */
  publicUrl: string;
  email: string;
  /** Full names of users who are mentioned, by their ids. */
  names: ReadonlyMap<string, string>;
}

export interface Message {
  subject: string;
  text: string;
  html: string;
}

const MOST_ITEMS = 60;
/** Gmail cuts off HTML of more than 102 KB. */
const MOST_BYTES = 100_000;

/** Where each subject is shown, and what its button says. */
const PAGES: Record<Subject['what'], { path: (id: string) => string; open: string }> = {
  ticket: { path: (id) => `/tickets?ticket=${id}`, open: 'Open the ticket' },
  code: { path: () => '/equipment', open: 'Open the equipment' },
  run: { path: (id) => `/checklists?run=${id}`, open: 'Open the checklist' },
};
const urlOf = ({ publicUrl }: MailContext, { what, id }: Subject): string => publicUrl + PAGES[what].path(id);
const inboxUrl = ({ publicUrl }: MailContext): string => `${publicUrl}/inbox`;
const settingsUrl = ({ publicUrl }: MailContext): string => `${publicUrl}/inbox/settings`;

const timeOf = (moment: Date, { timeZone }: MailContext): string =>
  DateTime.fromJSDate(moment, { zone: timeZone }).setLocale('en-US').toFormat('ccc, LLL d, h:mm a');

/**
 * A mail about one ticket, QR code or checklist. Its subject is always that of the ticket, because Gmail takes mails
 * with different subjects apart. What happened stands first in the text, where lists of mails show it.
 * @param items at least one
 */
export const subjectMessage = (context: MailContext, items: readonly MailItem[]): Message =>
  fitting(items, (shown, hidden) => {
    const first = strongestOf(items);
    if (!first) throw new Error('a mail about nothing');
    const { subject } = first;
    const url = urlOf(context, subject);
    const name = nameOf(subject);
    const { open } = PAGES[subject.what];
    const location = oneLine(first.location);
    const others = items.length - 1;
    const lead = others === 0 ? sentence(first, context) : `${headline(first, context)} and ${others} more`;
    return messageOf(context, {
      subject: subject.what === 'code' ? `${name}: Too many reports` : name,
      text: [
        `${lead}\n${name}\n${location}`,
        ...shown.map((item) => itemText(item, context, others > 0)),
        ...earlierText(hidden, context),
        `${open}: ${url}`,
      ],
      content: html`<h1 ${looks.title}>${lead}</h1>
        <p ${looks.text}>${name}</p>
        <p ${looks.soft}>${location}</p>
        ${shown.map((item) => html`<div ${looks.item}>${itemHtml(item, context, { isNamed: others > 0 })}</div>`)}
        ${earlierHtml(hidden, context)}
        <p style="margin:24px 0 0"><a href="${url}" ${looks.button}>${open}</a></p>`,
    });
  });

const NOUNS = { ticket: 'ticket', code: 'QR code', run: 'checklist' };

const { compare: byName } = new Intl.Collator('und', { numeric: true });

/**
 * What happened in a day, by store and what it is about.
 * @param items at least one
 */
export function digestMessage(context: MailContext, items: readonly MailItem[]): Message {
  const about = (['ticket', 'code', 'run'] as const).flatMap((what) => {
    const count = countOf(what, items);
    return count > 0 ? [counted(count, NOUNS[what])] : [];
  });
  const summary = `${counted(items.length, 'update')} on ${new Intl.ListFormat('en-US').format(about)}`;
  const words = { subject: `Daily digest: ${summary}`, title: 'Your daily digest', summary };
  return fitting(items, (shown, hidden) => listMessage(context, words, shown, hidden));
}

/**
 * What a change of many tickets did, by store and ticket.
 * @param items at least one
 */
export function bulkMessage(context: MailContext, items: readonly MailItem[]): Message {
  const tickets = countOf('ticket', items);
  // Due dates that have passed by another priority are nobody's doing.
  const first = items.find(({ actorFirstName }) => actorFirstName !== null) ?? items[0];
  if (!first || tickets === 1) return subjectMessage(context, items);
  const changed = `${counted(tickets, 'ticket')} changed`;
  const words = { subject: changed, title: manyChanged(first, tickets), summary: 'All at once' };
  return fitting(items, (shown, hidden) => listMessage(context, words, shown, hidden));
}

const countOf = (what: Subject['what'], items: readonly MailItem[]): number =>
  new Set(items.flatMap(({ subject }) => (subject.what === what ? subject.id : []))).size;

function listMessage(
  context: MailContext,
  { subject: line, title, summary }: { subject: string; title: string; summary: string },
  shown: readonly MailItem[],
  hidden: number,
): Message {
  const stores = [...Map.groupBy(shown, ({ location }) => oneLine(location))]
    .sort(([a], [b]) => byName(a, b))
    .map(([store, own]) => ({
      store,
      subjects: [...Map.groupBy(own, ({ subject }) => subject.id).values()].sort(
        ([a], [b]) => numberOf(a) - numberOf(b),
      ),
    }));
  return messageOf(context, {
    subject: line,
    text: [
      `${title}\n${summary}`,
      ...stores.flatMap(({ store, subjects }) => [
        `${store}\n${'='.repeat(Math.min(store.length, 60))}`,
        ...subjects.flatMap((own) => [
          ...own.slice(0, 1).map(({ subject }) => `${nameOf(subject)}\n${urlOf(context, subject)}`),
          ...own.map((item) => itemText(item, context)),
        ]),
      ]),
      ...earlierText(hidden, context),
      `Open your inbox: ${inboxUrl(context)}`,
    ],
    content: html`<h1 ${looks.title}>${title}</h1>
      <p ${looks.soft}>${summary}</p>
      ${stores.map(
        ({ store, subjects }) =>
          html`<h2 ${looks.heading}>${store}</h2>
            ${subjects.map(
              (own) =>
                html`${own.slice(0, 1).map(
                  ({ subject }) =>
                    html`<h3 ${looks.ticket}>
                      <a href="${urlOf(context, subject)}" ${looks.link}>${nameOf(subject)}</a>
                    </h3>`,
                )}
                ${own.map((item) => html`<div ${looks.itemOfTicket}>${itemHtml(item, context, { isBordered: false })}</div>`)}`,
            )}`,
      )}
      ${earlierHtml(hidden, context)}
      <p style="margin:28px 0 0"><a href="${inboxUrl(context)}" ${looks.button}>Open your inbox</a></p>`,
  });
}

/** Tickets by their numbers, everything else after them. */
const numberOf = (item: MailItem | undefined): number =>
  item?.subject.what === 'ticket' ? item.subject.number : Infinity;

/** Shows somebody that mail reaches them. */
export function testMessage(context: MailContext): Message {
  const text = 'E-mail reaches you. This is the test that you asked for in your notification settings.';
  return messageOf(context, {
    subject: `Test from ${oneLine(context.brand)}`,
    text: ['It works', text],
    content: html`<h1 ${looks.title}>It works</h1>
      <p ${looks.text}>${text}</p>`,
  });
}

/** Says that a personal access token ends soon. */
export function tokenMessage(context: MailContext, { name, expiresAt }: EndingToken): Message {
  const title = `The API token “${oneLine(name)}” ends soon`;
  const when = `It ends on ${timeOf(expiresAt, context)}. What uses it stops working then.`;
  const hint = 'Create another one in your profile, under API tokens, and revoke this one.';
  return messageOf(context, {
    subject: title,
    text: [title, when, `${hint}\n${context.publicUrl}`],
    content: html`<h1 ${looks.title}>${title}</h1>
      <p ${looks.text}>${when}</p>
      <p ${looks.text}>${hint}</p>
      <p style="margin:24px 0 0">
        <a href="${context.publicUrl}" ${looks.button}>Open ${oneLine(context.brand)}</a>
      </p>`,
  });
}

function messageOf(
  context: MailContext,
  { subject, text, content }: { subject: string; text: readonly string[]; content: Html },
): Message {
  const brand = oneLine(context.brand);
  const url = settingsUrl(context);
  const choose = 'Choose which e-mail you get, and when';
  return {
    subject,
    text: `${[...text, `-- \n${brand} sent this to ${context.email}.\n${choose}: ${url}`].join('\n\n')}\n`,
    html: page({
      title: subject,
      content,
      footer: html`<p ${looks.soft}>
        ${brand} sent this to ${context.email}. <a href="${url}" ${looks.link}>${choose}</a>
      </p>`,
    }),
  };
}

/** A mail with as many of the latest items as fit, oldest first, and the number of others. */
function fitting(
  items: readonly MailItem[],
  build: (shown: readonly MailItem[], hidden: number) => Message,
): Message {
  let count = Math.min(items.length, MOST_ITEMS);
  for (;;) {
    const message = build(items.slice(-count), items.length - count);
    const bytes = Buffer.byteLength(message.html);
    if (bytes < MOST_BYTES || count <= 1) return message;
    count = Math.max(1, Math.min(count - 1, Math.floor((count * MOST_BYTES) / bytes)));
  }
}

const earlierText = (hidden: number, context: MailContext): string[] =>
  hidden === 0 ? [] : [`And ${counted(hidden, 'earlier update')}: ${inboxUrl(context)}`];

const earlierHtml = (hidden: number, context: MailContext): Html | '' =>
  hidden === 0
    ? ''
    : html`<p ${looks.text}>
        <a href="${inboxUrl(context)}" ${looks.link}>And ${counted(hidden, 'earlier update')}</a>
      </p>`;

function itemText(item: MailItem, context: MailContext, isNamed = true): string {
  const quote = item.comment === null ? [] : excerptOf(item.comment, context.names).split('\n');
  const when = timeOf(item.createdAt, context);
  return [
    ...(isNamed ? [sentence(item, context)] : []),
    when,
    ...quote.map((line) => `> ${line}`.trimEnd()),
  ].join('\n');
}

function itemHtml(
  item: MailItem,
  context: MailContext,
  { isBordered = true, isNamed = true }: { isBordered?: boolean; isNamed?: boolean },
): Html {
  const quote =
    item.comment === null
      ? ''
      : html`<p ${isBordered ? looks.quote : looks.text}>
          ${lines(excerptOf(item.comment, context.names))}
        </p>`;
  return html`${isNamed ? html`<p ${looks.text}><strong>${sentence(item, context)}</strong></p>` : ''}
    <p ${looks.soft}>${timeOf(item.createdAt, context)}</p>
    ${quote}`;
}
