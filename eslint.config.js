import js from '@eslint/js'
import tseslint from 'typescript-eslint'

/** Which folders a folder of lib must not import: dependencies point inward, towards lib/domain. */
const forbids = (folder, outer) => ({
  files: [`${folder}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: [{ regex: `/(${outer.join('|')})/`, message: `${folder} must not know about this.` }] },
    ],
  },
})

const BEYOND_THE_TABLE = ['http', 'hal', 'functions', 'local', 'admin']

export default tseslint.config(
  { ignores: ['build', '.serverless', '.cache', '.data', 'coverage'] },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
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
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only lib/environment.ts reads the environment.' },
      ],
    },
  },
  { files: ['lib/environment.ts'], rules: { 'no-restricted-properties': 'off' } },
  {
    // Documents come back as they are: tests assert them, types would only repeat the tests.
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
  { files: ['**/*.js', '**/*.cjs'], extends: [tseslint.configs.disableTypeChecked] },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs', globals: { module: 'writable' } } },
  {
    // The program of a process of its own, which has no build and none of our modules.
    files: ['test/support/lambda-runtime.cjs'],
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
        ['window', 'document', 'fetch', 'FormData'].map((name) => [name, 'readonly']),
      ),
    },
  },
  forbids('lib/domain', ['http', 'hal', 'dynamodb', 'geocode', 'icalendar', 'functions', 'local', 'admin']),
  forbids('lib/icalendar', ['http', 'hal', 'dynamodb', 'functions', 'local', 'admin']),
  forbids('lib/hal', ['http', 'dynamodb', 'functions', 'local', 'admin']),
  forbids('lib/dynamodb', BEYOND_THE_TABLE),
  // Within it, too, each folder builds on those before it.
  ...['client', 'lists', 'search', 'stores', 'targeting'].map((folder, i, all) =>
    forbids(`lib/dynamodb/${folder}`, [...BEYOND_THE_TABLE, ...all.slice(i + 1), 'audit', 'transfer']),
  ),
  forbids('lib/docs', ['dynamodb', 'functions', 'local', 'admin']),
  forbids('lib/openapi', ['dynamodb', 'functions', 'local', 'admin']),
  forbids('lib/pages', ['dynamodb', 'functions', 'local', 'admin']),
  forbids('lib/html', ['dynamodb', 'hal', 'functions', 'local', 'admin']),
  forbids('lib/csv', ['http', 'hal', 'dynamodb', 'functions', 'local', 'admin']),
  forbids('lib/http', ['functions', 'local', 'admin']),
)
