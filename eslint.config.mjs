import js from '@eslint/js';
import checkFile from 'eslint-plugin-check-file';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const webRooms = ['shell', 'catalogue', 'mf-*', 'packages/ui', 'packages/web-kit'];

export default tseslint.config(
  {
    ignores: ['**/dist/', '**/node_modules/', '**/.mainstay/', '**/openapi.d.ts', '**/test-results/'],
  },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // Nest modules are classes with nothing but a decorator.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-console': 'error',
      // With no-implied-eval of the strict rules: no text becomes a program.
      'no-eval': 'error',
      'no-new-func': 'error',
    },
  },
  {
    // Nest declares the options it takes as classes; they are given as object literals everywhere.
    files: ['packages/service-kit/**/*.ts', 'svc-*/**/*.ts'],
    rules: { '@typescript-eslint/no-unsafe-class-instance-assignment': 'off' },
  },
  {
    // Elsewhere rows would have types that no test compares with the database: docs/decisions/0019.
    files: ['svc-*/src/**/*.ts', 'packages/service-kit/src/*.ts'],
    ignores: [
      'svc-*/src/database/migrations/*.ts',
      'packages/service-kit/src/{statements,migrations,transactions,health}.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='query']",
          message: 'Use a repository, or selectRows and execute of service-kit.',
        },
      ],
    },
  },
  {
    files: webRooms.map((room) => `${room}/**/*.{ts,tsx}`),
    plugins: { 'react-hooks': reactHooks },
    languageOptions: { globals: globals.browser },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'no-restricted-syntax': [
        'error',
        {
          selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
          message: 'Text is written as text, never as HTML.',
        },
      ],
      // Says only what the React Compiler would leave as it is, and no room is built with it.
      'react-hooks/incompatible-library': 'off',
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: globals.node },
  },
  {
    // Plain scripts that pages load as they are.
    files: ['shell/src/**/*.js', 'gateway/docs/*.js'],
    languageOptions: { globals: globals.browser, sourceType: 'script' },
  },
  {
    // Command lines talk to a person on the console.
    files: ['local-stack/**', 'backup/**', 'bench/**', 'e2e/**', 'new-domain/**', 'gateway/**/*.{ts,mjs}'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.{ts,tsx,mjs}'],
    plugins: { 'check-file': checkFile },
    rules: {
      'check-file/filename-naming-convention': [
        'error',
        { '**/*.{ts,tsx,mjs}': 'KEBAB_CASE' },
        { ignoreMiddleExtensions: true },
      ],
      'check-file/folder-naming-convention': ['error', { '**/*': 'KEBAB_CASE' }],
      'check-file/filename-blocklist': [
        'error',
        {
          '**/utils.*': '*-named-for-its-content.*',
          '**/helpers.*': '*-named-for-its-content.*',
          '**/common.*': '*-named-for-its-content.*',
          '**/shared.*': '*-named-for-its-content.*',
          '**/misc.*': '*-named-for-its-content.*',
        },
      ],
    },
  },
  {
    files: ['svc-*/src/database/migrations/*.ts'],
    rules: {
      'check-file/filename-naming-convention': ['error', { '**/*.ts': '+([0-9])-+([a-z0-9-])' }],
    },
  },
);
