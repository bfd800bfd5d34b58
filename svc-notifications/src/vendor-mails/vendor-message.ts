import { moneyWords } from '@mainstay/service-kit';
import { html, lines } from '../mail/templates/html.ts';
import type { Message } from '../mail/templates/messages.ts';
import { looks, page } from '../mail/templates/page.ts';
import { oneLine } from '../mail/templates/plain-text.ts';
import type { VendorMailContents } from './vendor-mails.repository.ts';

interface Context {
  /** Of the page of the work order. */
  link: string;
  brand: string;
  currency: string;
}

/** What happened, in the words of each language. `who` is whoever sent the work order, or the brand. */
const words = {
  en: {
    workOrder: (number: number) => `Work order #${number}`,
    vendor_sent: (who: string) => `${who} asks you to take care of this.`,
    vendor_withdrawn: (who: string) => `${who} has withdrawn this work order. There is nothing left to do.`,
    quote_approved: (who: string, amount: string) => `${who} has approved your quote of ${amount}.`,
    quote_declined: (who: string, amount: string) => `${who} has declined your quote of ${amount}.`,
    comment: (who: string) => `${who} wrote to you.`,
    open: 'Open the work order',
    noAccount: (vendor: string) =>
      `This link is for ${vendor}. You need no account. Whoever has the link can answer for you.`,
    sentBy: (brand: string, email: string) => `${brand} sent this to ${email}.`,
  },
  es: {
    workOrder: (number: number) => `Orden de trabajo #${number}`,
    vendor_sent: (who: string) => `${who} le pide que se ocupe de esto.`,
    vendor_withdrawn: (who: string) =>
      `${who} ha retirado esta orden de trabajo. Ya no tiene que hacer nada.`,
    quote_approved: (who: string, amount: string) => `${who} ha aprobado su presupuesto de ${amount}.`,
    quote_declined: (who: string, amount: string) => `${who} ha rechazado su presupuesto de ${amount}.`,
    comment: (who: string) => `${who} le ha escrito.`,
    open: 'Abrir la orden de trabajo',
    noAccount: (vendor: string) =>
      `Este enlace es para ${vendor}. No necesita una cuenta. Quien tenga el enlace puede responder por usted.`,
    sentBy: (brand: string, email: string) => `${brand} envió esto a ${email}.`,
  },
};

const events = ['vendor_withdrawn', 'quote_approved', 'quote_declined'] as const;

/** A mail to a vendor, in their language. One about a work order that is withdrawn has no link. */
export function vendorMessage(contents: VendorMailContents, { link, brand, currency }: Context): Message {
  const { kind, language, number, comment, amount, note, message, email } = contents;
  const say = words[language];
  const what = comment === null ? (events.find((event) => event === kind) ?? 'vendor_sent') : 'comment';
  const who = oneLine(contents.senderName ?? brand);
  const headline = say[what](who, amount === null ? '' : moneyWords(amount, currency));
  const name = `${say.workOrder(number)}: ${oneLine(contents.title)}`;
  const location = oneLine(contents.location);
  const quote = {
    vendor_sent: message,
    comment,
    quote_approved: note,
    quote_declined: note,
    vendor_withdrawn: null,
  }[what];
  const isDead = what === 'vendor_withdrawn';
  const noAccount = say.noAccount(oneLine(contents.vendor));
  const footer = say.sentBy(oneLine(brand), email);
  const text = [
    `${headline}\n${name}\n${location}`,
    ...(quote === null
      ? []
      : [
          quote
            .split('\n')
            .map((line) => `> ${line}`.trimEnd())
            .join('\n'),
        ]),
    ...(isDead ? [] : [`${say.open}: ${link}`, noAccount]),
    `-- \n${footer}`,
  ];
  const content = html`<h1 ${looks.title}>${headline}</h1>
    <p ${looks.text}>${name}</p>
    <p ${looks.soft}>${location}</p>
    ${quote === null ? '' : html`<p ${looks.quote}>${lines(quote)}</p>`}
    ${
      isDead
        ? ''
        : html`<p style="margin:24px 0 12px"><a href="${link}" ${looks.button}>${say.open}</a></p>
            <p ${looks.soft}>${noAccount}</p>`
    }`;
  return {
    subject: name,
    text: `${text.join('\n\n')}\n`,
    html: page({ title: name, content, footer: html`<p ${looks.soft}>${footer}</p>`, language }),
  };
}
