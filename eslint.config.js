import js from '@eslint/js'
import tseslint from 'typescript-eslint'
import { importDirection } from './checks/import-direction.js'

/** The folders of lib/dynamodb that serve requests. Each builds on those before it. */
const LAYERS = ['items', 'client', 'lists', 'search', 'stores'].map((layer) => `lib/dynamodb/${layer}`)
/** Folders that read the whole table. Each builds on those before it. */
const OVER_THE_TABLE = ['audit', 'repair', 'transfer'].map((folder) => `lib/dynamodb/${folder}`)
const DOMAIN = ['lib/domain']

/**
 * Which other folders each folder may import: dependencies point inward, towards lib/domain. Routing, the OpenAPI
 * documents and the documentation follow from the list of endpoints in lib/api, as deployments do.
 */
const MAY_IMPORT = {
  'lib/api': [],
  'lib/domain': [],
  'lib/input': DOMAIN,
  'lib/messages': [],
  'lib/embed': ['lib/html'],
  'lib/sanitize': [],
  'lib/csv': DOMAIN,
  'lib/geocode': DOMAIN,
  'lib/images': DOMAIN,
  'lib/import': ['lib/csv', 'lib/domain', 'lib/hal', 'lib/input'],
  'lib/icalendar': ['lib/domain', 'lib/sanitize'],
  'lib/passkeys': DOMAIN,
  'lib/proof-of-work': DOMAIN,
  'lib/mobilize': ['lib/domain', 'lib/hal'],
  'lib/outgoing': DOMAIN,
  'lib/oidc': ['lib/domain', 'lib/outgoing'],
  'lib/queues': [],
  'lib/webhooks': ['lib/domain', 'lib/hal', 'lib/outgoing'],
  'lib/hal': ['lib/domain', 'lib/input', 'lib/messages', 'lib/sanitize'],
  'lib/http': ['lib/domain', 'lib/hal', 'lib/icalendar', 'lib/api'],
  'lib/html': ['lib/http'],
  'lib/mail': inLib('domain hal icalendar manage messages pages sanitize'),
  'lib/openapi': inLib('domain hal http api'),
  'lib/docs': inLib('domain hal html http openapi api'),
  'lib/pages': inLib('domain embed hal html http images messages sanitize'),
  'lib/manage': inLib('csv domain embed hal html http images import input outgoing pages sanitize'),
  'lib/dynamodb': [...DOMAIN, ...LAYERS.slice(0, 2)],
  ...Object.fromEntries(
    [...LAYERS, ...OVER_THE_TABLE].map((folder, i, all) => [
      folder,
      [...DOMAIN, 'lib/dynamodb', ...all.slice(0, i)],
    ]),
  ),
  // The state of requests is nothing that stores know.
  'lib/dynamodb/request-state': [...DOMAIN, 'lib/dynamodb', ...LAYERS.slice(0, 2)],
  // The wiring: each subject makes its parts of a service.
  'lib/service': 'all',
  // The table is reached through lib/service/ alone.
  functions: inLib(
    'api csv docs domain embed hal html http icalendar images input mail manage mobilize openapi pages queues service webhooks',
  ),
  ...Object.fromEntries(
    ['local', 'admin', 'bench', 'checks', 'test', 'infra', 'tools'].map((each) => [each, 'all']),
  ),
}

/** Folders from which others import types alone. The interface's dependencies are the types of the parts. */
const TYPES_FROM = { 'lib/manage': ['lib/service'] }

/** Files that not every folder may import. lib/runtime/service.ts makes parts of a service, for functions alone. */
const RESERVED = { 'lib/runtime/service.ts': ['functions/', 'lib/app/endpoint.ts', 'lib/runtime/lambda.ts', 'lib/service/'] }

/** Returns the paths of folders of lib. */
function inLib(names) {
  return names.split(' ').map((name) => `lib/${name}`)
}

export default tseslint.config(
  // Programs of released clients, which are not installed here.
  { ignores: ['build', '.serverless', '.cache', '.data', 'coverage', 'tools/lab/clients'] },
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
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
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
        { object: 'process', property: 'env', message: 'Only lib/runtime/environment.ts reads the environment.' },
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
        [
          'window',
          'document',
          'navigator',
          'fetch',
          'FormData',
          'URLSearchParams',
          'Uint8Array',
          'URL',
          'self',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['{functions,lib}/**/*.{ts,tsx}'],
    plugins: { turnout: { rules: { 'import-direction': importDirection } } },
    rules: {
      'turnout/import-direction': [
        'error',
        { mayImport: MAY_IMPORT, typesFrom: TYPES_FROM, reserved: RESERVED },
      ],
    },
  },
)
