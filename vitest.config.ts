import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { bundleForBrowsers, smallStylesOf } from './infra/package/browser-bundles.js'

/** Files that the bundles take as text (lib/html/texts.d.ts). Under their own names vitest would empty the styles. */
const texts = {
  name: 'texts',
  enforce: 'pre' as const,
  resolveId: (source: string, importer = '') =>
    /\.(css|svg|browser\.js)$/.test(source) ? `\0${resolve(importer, '..', source)}.text` : undefined,
  load: async (id: string) => {
    if (!/^\0.*\.text$/.test(id)) return undefined
    const path = id.slice(1, -'.text'.length)
    const text = path.endsWith('.bundle.browser.js')
      ? await bundleForBrowsers(path)
      : path.endsWith('.css')
        ? await smallStylesOf(path)
        : readFileSync(path, 'utf8')
    return `export default ${JSON.stringify(text)}`
  },
}

/**
 * Tests that start processes and zips, that move all data of an owner, mail to a server of SMTP, send webhooks to
 * receivers or lose answers of DynamoDB, sign in at providers, walk through every field, address or member of a long
 * list, whole evenings of hosts and clients, and storms: many requests at once, crashes at each step, long random
 * histories. CI runs them after the others.
 */
const SYSTEM = [
  'test/{infra,local,bench,storm,mail,webhooks/outage}/**/*.test.ts',
  'test/**/*.mail.test.ts',
  'test/{admin/command-line,generated-client}.test.ts',
  'test/admin/{transfer,import-*,export-csv}.test.ts',
  'test/{hosting/*,webhooks/webhooks,webhooks/webhooks.manage,webhooks/receiver,functions/requests/outcomes}.test.ts',
  'test/functions/rights/*.test.ts',
  'test/{webhooks/disabled,table/client/outcome,client-scenario,docs/documented-commands}.test.ts',
  'test/sign-in/*provider*.test.ts',
  'test/functions/versions/{every-field,both-versions}.test.ts',
  'test/{access/read-keys.webhooks,collections/search/scans,events/large-pages,manage/overload}.test.ts',
  'test/{forgetting/forgetting,admin/departure,admin/merge.merging}.test.ts',
  'test/{functions/requests/same-post,events/identifier-race,table/insert-together}.test.ts',
  'test/{resources/orphaned-claims,people/store/contacts,targeting/store/results,seats/out-of-turn.manage}.test.ts',
  'test/webhooks/{erasure,taggings,cost-of-an-rsvp}.test.ts',
  'test/**/*.storm.test.ts',
]

/** Tests in a browser. CI runs them together with those of SYSTEM. */
const BROWSER = 'test/browser/**/*.test.ts'

/** Suites that ask for the engines of this machine. `npm test` runs them on the embedded one. */
const ON_EACH_ENGINE = [
  'test/{audit/audit,collections/{numbered-list,due-partitions,search/changes}}.test.ts',
  'test/table/insert-together.test.ts',
  'test/{calendars,campaigns,events,tags}/store/*-store.test.ts',
]

export default defineConfig(({ mode }) => ({
  plugins: [texts],
  test: {
    environment: 'node',
    // Processes, not threads: tests start processes, change the environment and load handlers.
    pool: 'forks',
    // Twice the cores of a small machine: tests also wait, for processes, browsers and pauses. Five workers take
    // longer, as the engines and the programs that tests start need cores, too. `npm test`, which hardly waits, has
    // three: each loads the modules anew.
    maxWorkers: 4,
    // The limits end a test that hangs. The slowest one needs a tenth of them on an idle machine with two cores.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // A process runs many files: test/support/begin-anew.ts says why, and what it resets.
    isolate: false,
    setupFiles: ['test/support/begin-anew.ts'],
    // The engines accept any credentials, but the SDK wants some; these keep the owner's own out of it.
    env: { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
    projects: [
      {
        extends: true,
        // A project does not inherit it: `--mode long` says how large tests are (test/support/size.ts).
        mode,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          setupFiles: ['test/support/no-connections.ts'],
        },
      },
      {
        extends: true,
        mode,
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: ['test/unit/**', BROWSER, ...SYSTEM],
          globalSetup: ['test/support/global-setup.ts'],
        },
      },
      {
        extends: true,
        mode,
        test: {
          name: 'system',
          include: SYSTEM,
          globalSetup: ['test/support/global-setup.ts'],
        },
      },
      {
        extends: true,
        mode,
        test: {
          name: 'browser',
          include: [BROWSER],
          globalSetup: ['test/support/global-setup.ts'],
          // A browser shares its processor with all else, and misses a moment now and then. The report names each test
          // that needed its second try: that test is to be mended.
          retry: 1,
        },
      },
      {
        extends: true,
        mode,
        test: {
          name: 'second-engine',
          include: ON_EACH_ENGINE,
          globalSetup: ['test/support/global-setup.ts'],
        },
      },
    ],
  },
}))
