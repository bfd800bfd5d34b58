/** A comment, which uses nothing. */
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const WORD = /[A-Za-z_$][\w$]*/g;
const EXPORT =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) ([A-Za-z_$][\w$]*)/gm;

/**
 * What files export by name and no other file names. A name that another file has for something else is not found.
 * @param sources texts by file
 * @returns entries such as `shell/src/one.ts: two`
 */
export function unusedExports(sources: ReadonlyMap<string, string>): string[] {
  const texts = [...sources].map(([file, text]) => ({ file, text: text.replace(COMMENT, '') }));
  const users = new Map<string, number>();
  for (const { text } of texts) {
    for (const word of new Set(text.match(WORD))) users.set(word, (users.get(word) ?? 0) + 1);
  }
  return texts.flatMap(({ file, text }) =>
    [...text.matchAll(EXPORT)].flatMap(([, name = '']) =>
      users.get(name) === 1 ? [`${file}: ${name}`] : [],
    ),
  );
}
