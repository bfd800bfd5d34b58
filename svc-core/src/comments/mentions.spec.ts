import { expect, it } from '@jest/globals';
import { mentionsOf } from './mentions.ts';

const dana = '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03';
const ada = '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab04';

it.each([
  ['nobody', 'The oven is cold.', []],
  ['one', `<@${dana}> please look`, [dana]],
  ['two, in the order of the text', `<@${ada}><@${dana}>`, [ada, dana]],
  ['one twice', `<@${dana}> and <@${dana.toUpperCase()}>`, [dana]],
  ['what is not a uuid', '<@not-a-uuid> <@> <@1234>', []],
  ['a uuid with more', `<@${dana}0> <@0${dana}> <@ ${dana}>`, []],
  ['a uuid without the signs', `@${dana} <${dana}>`, []],
])('%s', (_name, text, ids) => {
  expect(mentionsOf(text)).toEqual(ids);
});
