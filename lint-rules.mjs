/** Lint rules of our own. Tested by tools/local-stack/src/checks/lint-rules.spec.ts. */
import compatibility from '@mdn/browser-compat-data' with { type: 'json' };
import browserslist from 'browserslist';

const noQuery = {
  create: (context) => ({
    "CallExpression[callee.property.name='query']": (node) =>
      context.report({ node, message: 'Use a repository, or selectRows and execute of service-kit.' }),
  }),
};

const directive = /^\s*(?:eslint|oxlint)(?:-disable|-enable|\s+[\w/@-]+:)/;

const noInlineConfig = {
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        if (directive.test(comment.value)) {
          context.report({ node: comment, message: 'The rules are the same everywhere: mend the code.' });
        }
      }
    },
  }),
};

/** A tag after other words, and not inside backticks. */
const tagInLine = /^\s*\*?\s*(?:[^\s*`]|`[^`]*`)(?:[^`]|`[^`]*`)*?\s@(?:throws|returns|param)\b/;

const tagsBeginLines = {
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        if (comment.type === 'Block' && comment.value.split('\n').some((line) => tagInLine.test(line)))
          context.report({
            node: comment,
            message: '@throws, @returns and @param begin a line of their own.',
          });
      }
    },
  }),
};

/** Where MDN's names of browsers differ from those of browserslist. */
const NAMES = { ios_saf: 'safari_ios' };
/** The oldest supported version of each browser, by MDN's names. */
const oldest = new Map();
// The newest come first.
for (const browser of browserslist(undefined, { path: import.meta.dirname })) {
  const [name, version] = browser.split(' ');
  oldest.set(NAMES[name] ?? name, Number.parseFloat(version));
}

const isNewer = (entry) =>
  [...oldest].some(([browser, version]) => {
    const added = [entry.__compat.support[browser] ?? []].flat()[0]?.version_added;
    return typeof added !== 'string' || !(Number.parseFloat(added.replace('≤', '')) <= version);
  });

const noNewerApi = {
  create: (context) => {
    const check = (node, name, ...entries) => {
      if (entries.some((entry) => entry?.__compat && isNewer(entry)))
        context.report({ node, message: `${name} is newer than the browsers of package.json.` });
    };
    const { api, javascript } = compatibility;
    return {
      MemberExpression: ({ object, property, computed }) => {
        if (object.type !== 'Identifier' || computed) return;
        const name = `${object.name}.${property.name}`;
        check(property, name, api[object.name]?.[`${property.name}_static`]);
        check(property, name, javascript.builtins[object.name]?.[property.name]);
      },
      NewExpression: ({ callee: { type, name }, callee }) => {
        if (type === 'Identifier') check(callee, name, api[name], javascript.builtins[name]);
      },
    };
  },
};

export default {
  meta: { name: 'mainstay' },
  rules: {
    'no-query': noQuery,
    'no-inline-config': noInlineConfig,
    'tags-begin-lines': tagsBeginLines,
    'no-newer-api': noNewerApi,
  },
};
