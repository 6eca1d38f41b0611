import js from '@eslint/js'
import tseslint from 'typescript-eslint'
import { tsImport } from 'tsx/esm/api'

const { oneWay, pureRules } = await tsImport('./checks/floors.ts', import.meta.url)

/** Rules that still know the table or HTTP. The list may only shrink. */
const IMPURE = [
  'lib/access/owner-settings-fields.ts',
  'lib/attendances/change-attendance.ts',
  'lib/attendances/record-attendance.ts',
  'lib/calendars/calendar-answer.ts',
  'lib/campaigns/record-campaign.ts',
  'lib/events/interface-event.ts',
  'lib/events/record-event.ts',
  'lib/hosting/change-hosted.ts',
  'lib/hosting/review.ts',
  'lib/hosting/write-to-guests.ts',
  'lib/imports/bulk-rows.ts',
  'lib/mail/mailbox.ts',
  'lib/mail/kind-of-mail.ts',
  'lib/people/record-person.ts',
  'lib/series/edit-dates.ts',
  'lib/sign-in/ask-sign-in-link.ts',
  'lib/sign-in/sign-in-requests.ts',
  'lib/targeting/record-query.ts',
  'lib/visitors/admit-visit.ts',
  'lib/visitors/stacks.ts',
  'lib/visitors/viewer-network.ts',
  'lib/visitors/visit.ts',
  'lib/webhooks/record-webhook.ts',
]

export default tseslint.config(
  // Programs of released clients, which are not installed here.
  { ignores: ['build', '/release', '.serverless', '.cache', '.data', 'coverage', 'tools/lab/clients', 'docs/samples'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // A function may be async because its interface is.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      // Numbers and booleans read in a text as they are. Objects do not.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // `return refuse(…)` ends a function without a result.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // Fields are taken out of copies of documents, by names that the tables of fields declare.
      '@typescript-eslint/no-dynamic-delete': 'off',
      // A caller names the type that it knows an item to have.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // The rule does not see that a variable changes while a function waits.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // Code is prettier's; comments are as wide as a page.
      'max-len': ['error', { code: 1_000, comments: 120, ignoreUrls: true }],
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Only lib/runtime/environment.ts reads the environment.',
        },
      ],
    },
  },
  // The one file that reads the environment, and the one that gives it back to the next file of tests.
  {
    files: ['lib/runtime/environment.ts', 'test/support/begin-anew.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // Documents come back as they are: tests assert them, types would only repeat the tests.
    files: ['test/**/*.ts', 'tools/storm/**/*.ts'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-plus-operands': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
    },
  },
  { files: ['**/*.js', '**/*.cjs'], extends: [tseslint.configs.disableTypeChecked] },
  {
    // Loaded by the serverless CLI, which requires them.
    files: ['infra/*.cjs'],
    rules: {
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-require-imports': 'off',
    },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: { module: 'writable', require: 'readonly', __dirname: 'readonly' },
    },
  },
  {
    // The program of a process of its own, which has no build and none of our modules.
    files: ['test/support/lambda/lambda-runtime.cjs'],
    languageOptions: {
      globals: { module: 'writable', require: 'readonly', process: 'readonly', Buffer: 'readonly' },
    },
    rules: { 'no-restricted-properties': 'off', '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['**/*.browser.js'],
    languageOptions: {
      sourceType: 'script',
      globals: Object.fromEntries(
        ['window', 'document', 'navigator', 'fetch', 'FormData', 'URLSearchParams', 'Uint8Array', 'URL', 'self'].map(
          (name) => [name, 'readonly'],
        ),
      ),
    },
  },
  { files: ['**/*.bundle.browser.js'], languageOptions: { sourceType: 'module' } },
  {
    files: ['{functions,lib}/**/*.{ts,tsx}'],
    plugins: { turnout: { rules: { 'one-way': oneWay, 'pure-rules': pureRules } } },
    rules: { 'turnout/one-way': 'error', 'turnout/pure-rules': ['error', IMPURE] },
  },
)
