/** Lint rules of our own. Tested by tools/local-stack/src/checks/lint-rules.spec.ts. */

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

export default {
  meta: { name: 'mainstay' },
  rules: { 'no-query': noQuery, 'no-inline-config': noInlineConfig },
};
