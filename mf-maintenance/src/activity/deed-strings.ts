/** What is in the words about the work of a vendor; empty where there is none. */
interface VendorWords {
  name: string;
  text: string;
  amount: string;
  visit: string;
}
const after = (text: string): string => (text === '' ? '' : `: ${text}`);

/** The texts of what happened, in the words of its lines. */
export const deedStrings = {
  system: 'The system',
  nothing: '(empty)',
  file: 'a file',
  ticket: 'the ticket',
  to: (label: string, value: string) => `${label} to ${value}`,
  changed: (fields: string) => `changed ${fields}`,
  together: (deed: string) => `${deed}, together with other tickets`,
  created: 'created the ticket',
  createdByApi: 'created the ticket through the API',
  createdByCode: 'created the ticket with a QR code',
  createdByChecklist: 'created the ticket by a checklist',
  attached: (fileName: string) => `added ${fileName}`,
  detached: (fileName: string) => `deleted ${fileName}`,
  purpose: (fileName: string, purpose: string) => `changed Purpose of ${fileName} to ${purpose}`,
  proofs: {
    beforePhoto: 'a photo from before',
    afterPhoto: 'a photo of the finished work',
    note: 'saying what was done',
    checklist: 'finishing the checklist',
  },
  waived: (missing: string, reason: string) => `completed the ticket without ${missing}: ${reason}`,
  checklist: {
    checklist_started: (name: string) => `started the checklist ${name}`,
    checklist_completed: (name: string) => `finished the checklist ${name}`,
  },
  answered: (step: string, answer: string, note: string) =>
    `answered ${step}: ${answer}${note === '' ? '' : `, ${note}`}`,
  results: { pass: 'passed', fail: 'failed', na: 'not applicable' },
  theVendor: 'The vendor',
  vendor: {
    vendor_sent: ({ name }: VendorWords) => `sent this to ${name}`,
    vendor_resent: ({ name }: VendorWords) => `sent this to ${name} again`,
    vendor_withdrawn: ({ name }: VendorWords) => `withdrew this from ${name}`,
    vendor_accepted: ({ visit }: VendorWords) =>
      `accepted the work${visit === '' ? '' : ` and comes on ${visit}`}`,
    vendor_declined: ({ text }: VendorWords) => `declined the work: ${text}`,
    vendor_visit: ({ visit }: VendorWords) => `comes on ${visit}`,
    vendor_quoted: ({ amount, text }: VendorWords) => `sent a quote of ${amount}: ${text}`,
    quote_approved: ({ amount, text }: VendorWords) => `approved the quote of ${amount}${after(text)}`,
    quote_declined: ({ amount, text }: VendorWords) => `declined the quote of ${amount}${after(text)}`,
    vendor_done: ({ text }: VendorWords) => `marked the work as done: ${text}`,
    vendor_returned: ({ name }: VendorWords) => `sent the work back to ${name}`,
    vendor_confirmed: ({ name }: VendorWords) => `confirmed the work of ${name}`,
    vendor_mail_failed: ({ name }: VendorWords) =>
      `could not send the mail to ${name}: the address was refused`,
  },
  commented: 'commented',
  theTicket: 'The ticket',
  paused: (reason: string, until: string | undefined) =>
    `paused the clock: ${reason}${until === undefined ? '' : `, until ${until}`}`,
  resumed: 'resumed the clock',
  overdue: 'became overdue',
  escalated: (names: string | undefined) => `escalated this to ${names ?? 'all administrators'}`,
  cost: {
    cost_added: (kind: string, amount: string) => `added a cost: ${kind}, ${amount}`,
    cost_changed: (kind: string, amount: string) => `changed a cost: ${kind}, ${amount}`,
    cost_removed: (kind: string, amount: string) => `deleted a cost: ${kind}, ${amount}`,
  },
  decided: {
    approved: (amount: string, note: string | null) => `approved ${amount}${note ? `: ${note}` : ''}`,
    declined: (amount: string, note: string | null) => `declined ${amount}${note ? `: ${note}` : ''}`,
  },
} as const;
