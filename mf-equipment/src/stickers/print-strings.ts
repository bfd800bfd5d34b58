const labelsHint = (format: string) =>
  `In the dialog of your browser, choose ${format}, no margins and a scale of 100 %. Hold a test print against a sheet of labels first.`;

/** The texts of printing stickers. */
export const printStrings = {
  title: 'Print stickers',
  intro: 'Each sticker has a QR code. Whoever scans it can report a problem without an account.',
  store: 'Store',
  which: 'Stickers for',
  everything: 'All equipment',
  onlyWithout: 'Only without a sticker',
  chosen: (chosen: number, all: number) => `${chosen} of ${all} chosen`,
  storeItself: 'The store itself',
  storeItselfHint: 'for everything that has no sticker of its own',
  has: 'has a sticker',
  noEquipment: 'This store has no equipment yet.',
  submit: (count: number) =>
    count === 0 ? 'Make stickers' : count === 1 ? 'Make 1 sticker' : `Make ${count} stickers`,
  replaceTitle: (count: number) => (count === 1 ? 'Replace 1 sticker?' : `Replace ${count} stickers?`),
  replacePrompt: 'The stickers in use stop working. Put up the new ones in their place.',
  back: 'Back',
  replace: 'Replace',
  making: (at: number, all: number) => `Making sticker ${at} of ${all}...`,
  ready: (count: number, pages: number) =>
    `${count === 1 ? '1 sticker' : `${count} stickers`} on ${pages === 1 ? '1 page' : `${pages} pages`}`,
  once: 'The codes are shown only now: print them before you close this.',
  elsewhere: (there: string, here: string) =>
    `The stickers lead to ${there}, the public address of this system. You opened this page at ${here}.`,
  paper: 'Sheet',
  papers: {
    plain: 'Plain paper to cut, 24 stickers',
    avery5160: 'Avery 5160, 30 labels on Letter',
    averyL7159: 'Avery L7159, 24 labels on A4',
  },
  paperHint: {
    plain: 'Choose the paper, Letter or A4, in the dialog of your browser.',
    'avery-5160': labelsHint('Letter'),
    'avery-l7159': labelsHint('A4'),
  },
  test: 'Print a test with outlines',
  preview: (page: number, pages: number) => `Preview of page ${page} of ${pages}`,
  failed: (count: number) =>
    count === 1 ? '1 sticker could not be made' : `${count} stickers could not be made`,
  failure: (name: string, reason: string) => `${name}: ${reason}`,
  unreachable: 'no connection',
  tryAgain: 'Try again',
  print: 'Print',
  done: 'Done',
  unprinted: {
    title: 'Close without printing?',
    prompt: 'The codes cannot be shown again. To print them later, you make new ones.',
    keep: 'Cancel',
    close: 'Discard the codes',
  },
  printed: {
    title: 'Did the stickers come out?',
    prompt: 'The codes cannot be shown again. Keep them if the print was cancelled or a sheet is missing.',
    keep: 'No, keep the codes',
    close: 'Yes, close',
  },
  discarding: 'Discarding...',
  /** What stands on a sticker, in both languages of the public page. */
  onSticker: { report: 'Report a problem', reportInSpanish: 'Avise de un problema' },
} as const;
