import { describe, expect, it } from '@jest/globals';
import { editedBody, openMention, partsOf, shownBody, withMention } from './mentions.ts';

const dana = '01890000-0000-7000-8000-000000000001';
const ada = '01890000-0000-7000-8000-000000000002';
const otherDana = '01890000-0000-7000-8000-000000000003';
const names = new Map([
  [dana, 'Dana Whitfield'],
  [ada, 'Ada Lane'],
  [otherDana, 'Dana Whitfield'],
]);

const body = `Ask <@${dana}>, please.`;

describe('a body', () => {
  it('is shown with the names of those it mentions', () => {
    expect(shownBody(body, names)).toBe('Ask @Dana Whitfield, please.');
    expect(partsOf(body, names)).toEqual([
      { stored: 'Ask ', shown: 'Ask ' },
      { stored: `<@${dana}>`, shown: '@Dana Whitfield', personId: dana },
      { stored: ', please.', shown: ', please.' },
    ]);
  });

  it('finds ids in capital letters', () => {
    expect(shownBody(`<@${dana.toUpperCase()}>`, names)).toBe('@Dana Whitfield');
  });

  it.each(['', '@Dana Whitfield', '<@not-a-uuid>', '<@01890000-0000-7000-8000-000000000009>', '<@>', '<'])(
    'without anybody known stays as it is: %s',
    (text) => expect(partsOf(text, names).map(({ stored }) => stored)).toEqual(text === '' ? [] : [text]),
  );
});

/** Edits the shown text: `|` stands where the caret is afterwards. */
const edited = (from: string, to: string) => editedBody(from, names, to.replace('|', ''), to.indexOf('|'));

describe('an edit of the shown text', () => {
  it.each([
    ['typing at the end', `Ask @Dana Whitfield, please. Now|`, `Ask <@${dana}>, please. Now`],
    ['typing at the start', `!|Ask @Dana Whitfield, please.`, `!Ask <@${dana}>, please.`],
    ['typing right before a mention', `Ask @|@Dana Whitfield, please.`, `Ask @<@${dana}>, please.`],
    ['typing right behind a mention', `Ask @Dana Whitfieldd|, please.`, `Ask <@${dana}>d, please.`],
    ['deleting around a mention', `@Dana Whitfield|`, `<@${dana}>`],
    ['deleting a whole mention', `Ask |, please.`, 'Ask , please.'],
    ['deleting its last letter', `Ask @Dana Whitfiel|, please.`, 'Ask @Dana Whitfiel, please.'],
    ['deleting from inside it', `Ask @Dana|`, 'Ask @Dana'],
    ['typing into it', `Ask @Dana X|Whitfield, please.`, 'Ask @Dana XWhitfield, please.'],
    ['replacing everything', 'No|', 'No'],
    ['deleting everything', '|', ''],
  ])('%s', (_what, to, expected) => {
    // Around a mention, two deletions are two edits.
    const first = to === '@Dana Whitfield|' ? edited(body, '|@Dana Whitfield, please.') : body;
    expect(edited(first, to)).toBe(expected);
  });

  it('keeps mentions when the caret is not behind what changed, as after an undo', () => {
    expect(edited(`${body} Now`, `Ask @Dana Whitfield, plea|se.`)).toBe(body);
    expect(edited(body, `|Ask @Dana Whitfield, please. Now`)).toBe(`${body} Now`);
  });

  it('tells two people of one name apart', () => {
    const both = `<@${dana}> <@${otherDana}>`;
    expect(edited(both, '| @Dana Whitfield')).toBe(` <@${otherDana}>`);
    expect(edited(both, '@Dana Whitfield |')).toBe(`<@${dana}> `);
  });
});

describe('a mention that is being written', () => {
  it.each([
    ['@', ''],
    ['Ask @da', 'da'],
    ['(@da', 'da'],
    ['Ask\n@Dana Wh', 'Dana Wh'],
    ['@Ana Sofia Ruiz', 'Ana Sofia Ruiz'],
  ])('is found: %s', (text, query) => {
    const from = text.indexOf('@');
    expect(openMention(text, names, text.length)).toEqual({ from, to: text.length, text: query });
  });

  it.each([
    'dana@example.com',
    'Ask @ 5 pm',
    '@da\nand',
    '@one two three four',
    'Ask',
    `@${'a'.repeat(41)}`,
    `Ask <@${dana}>`,
    `Ask <@${dana}> and`,
  ])('is none: %s', (text) => {
    expect(openMention(text, names, shownBody(text, names).length)).toBeUndefined();
  });

  it('ends at the caret', () => {
    expect(openMention('Ask @dana', names, 7)).toEqual({ from: 4, to: 7, text: 'da' });
  });

  it('is replaced by the person and a space', () => {
    const person = { id: ada, name: 'Ada Lane' };
    expect(withMention('Ask @a', names, { from: 4, to: 6 }, person)).toEqual({
      body: `Ask <@${ada}> `,
      caret: 'Ask @Ada Lane '.length,
    });
    expect(withMention('@a now', names, { from: 0, to: 2 }, person).body).toBe(`<@${ada}> now`);
    expect(withMention(`<@${dana}> @a, now`, names, { from: 16, to: 18 }, person).body).toBe(
      `<@${dana}> <@${ada}> , now`,
    );
  });
});
