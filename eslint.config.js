import js from '@eslint/js'
import tseslint from 'typescript-eslint'

/**
 * Which other folders each folder may import: dependencies point inward, towards lib/domain. Routing, the OpenAPI
 * documents and the documentation follow from the list of endpoints in lib/api, as deployments do.
 */
const MAY_IMPORT = {
  'lib/api': [],
  'lib/domain': [],
  'lib/input': ['domain'],
  'lib/messages': [],
  'lib/embed': ['html'],
  'lib/sanitize': [],
  'lib/csv': ['domain'],
  'lib/geocode': ['domain'],
  'lib/images': ['domain'],
  'lib/import': ['csv', 'domain', 'hal', 'input'],
  'lib/icalendar': ['domain', 'sanitize'],
  'lib/proof-of-work': ['domain'],
  'lib/dynamodb': ['domain'],
  'lib/queues': [],
  'lib/webhooks': ['domain', 'hal'],
  'lib/hal': ['domain', 'input', 'messages', 'sanitize'],
  'lib/http': ['domain', 'hal', 'icalendar', 'api'],
  'lib/html': ['http'],
  'lib/mail': ['domain', 'hal', 'icalendar', 'manage', 'messages', 'pages', 'sanitize'],
  'lib/openapi': ['domain', 'hal', 'http', 'api'],
  'lib/docs': ['domain', 'hal', 'html', 'http', 'openapi', 'api'],
  'lib/pages': ['domain', 'embed', 'hal', 'html', 'http', 'images', 'messages', 'sanitize'],
  'lib/manage': [
    'csv',
    'domain',
    'embed',
    'hal',
    'html',
    'http',
    'images',
    'import',
    'input',
    'pages',
    'sanitize',
  ],
  // The table is reached through lib/service.ts alone.
  functions: [
    'csv',
    'docs',
    'domain',
    'embed',
    'hal',
    'html',
    'http',
    'icalendar',
    'images',
    'input',
    'mail',
    'manage',
    'openapi',
    'pages',
    'queues',
    'webhooks',
  ],
}

const FOLDERS = [
  ...Object.keys(MAY_IMPORT).map((folder) => folder.replace('lib/', '')),
  ...['local', 'admin', 'bench', 'checks', 'test'],
]

/** Folders of lib/dynamodb, each of which builds on those before it, and what reads all of the table. */
const LAYERS = ['items', 'client', 'lists', 'search', 'stores', 'targeting']
const OVER_THE_TABLE = ['audit', 'repair', 'transfer']
/** The state of requests is nothing that stores know. */
const APART = ['request-state']

/** Refuses a folder all folders but its own and those that it may import; and lib/service.ts, the functions' wiring. */
function restricted(folder, allowed, outer = []) {
  const own = folder.split('/').slice(0, 2).at(-1)
  const others = FOLDERS.filter((each) => each !== own && !allowed.includes(each))
  const regexes = [`/(${[...others, ...outer, 'infra'].join('|')})/`]
  if (folder !== 'functions') regexes.push('/service\\.js$')
  const message = `${folder} must not know about this: see MAY_IMPORT in eslint.config.js.`
  return {
    files: [`${folder}/**/*.{ts,tsx}`],
    rules: {
      'no-restricted-imports': ['error', { patterns: regexes.map((regex) => ({ regex, message })) }],
    },
  }
}

export default tseslint.config(
  // Programs of released clients, which are not installed here.
  { ignores: ['build', '.serverless', '.cache', '.data', 'coverage', 'lab/clients'] },
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
        { object: 'process', property: 'env', message: 'Only lib/environment.ts reads the environment.' },
      ],
    },
  },
  // The one file that reads the environment, and the one that gives it back to the next file of tests.
  {
    files: ['lib/environment.ts', 'test/support/begin-anew.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
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
        ['window', 'document', 'navigator', 'fetch', 'FormData', 'URLSearchParams', 'Uint8Array'].map(
          (name) => [name, 'readonly'],
        ),
      ),
    },
  },
  ...Object.entries(MAY_IMPORT).map(([folder, allowed]) => restricted(folder, allowed)),
  ...LAYERS.map((layer, i) =>
    restricted(`lib/dynamodb/${layer}`, MAY_IMPORT['lib/dynamodb'], [
      ...LAYERS.slice(i + 1),
      ...OVER_THE_TABLE,
      ...APART,
    ]),
  ),
  restricted('lib/dynamodb/request-state', MAY_IMPORT['lib/dynamodb'], [
    ...LAYERS.slice(2),
    ...OVER_THE_TABLE,
  ]),
  restricted('lib/dynamodb/audit', MAY_IMPORT['lib/dynamodb'], ['repair', 'transfer', ...APART]),
  restricted('lib/dynamodb/repair', MAY_IMPORT['lib/dynamodb'], ['transfer', ...APART]),
)
