import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parameters } from '../../infra/launch/parameters.js'
import { streamMappings } from '../../infra/queues/streams.js'
import { settingNames } from '../../infra/settings.js'
import { outboxOf, readEnvironment, readLocalSettings, readMail } from '../../lib/runtime/environment.js'
import { queues } from '../../lib/app/queues.js'
import { isWhole } from '../support/rooms.js'

const textOf = (file: string) => readFileSync(file, 'utf8')

/** Returns the names in the first cells of the rows of all tables of a page. */
const firstCells = (page: string) =>
  [...page.matchAll(/^\| (`[^|]+)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  )

/** Returns what a month of docs/cost.md costs after what AWS gives each account. */
const paidFor = (month: string) =>
  textOf('docs/cost.md')
    .split('\n')
    .find((line) => line.startsWith(`| ${month} `))
    ?.split('|')[3]
    ?.trim()

describe('the documentation', () => {
  it('begins with the figures of its pages', () => {
    const readme = textOf('README.md').replaceAll(/\s+/g, ' ')
    const idle = 'An idle month with `monitoring: essential`'
    expect(readme).toContain(
      `An idle month costs [$${paidFor(idle)}](docs/cost.md), $${paidFor(`${idle} and mail`)} with email, and $${paidFor('An idle month with `monitoring: full` and mail')} with email, all alarms`,
    )
    const rush = Math.round(Number(paidFor('The same, each confirmed by email')))
    expect(readme).toContain(`one event of 100,000 new RSVPs, each confirmed by email, costs about $${rush}.`)
    const [, median] = /median of\s+the ratios is (\d\.\d+)/.exec(textOf('docs/performance.md')) ?? []
    expect(readme).toContain(`answers in [${median} times](docs/performance.md#cold-start)`)
  })

  it('has a row for every variable that the environment is asked for', () => {
    const asked = [...textOf('lib/runtime/environment.ts').matchAll(/'([A-Z][A-Z_]{3,})'/g)].map(([, name]) => name)
    // Lambda sets these.
    const own = asked.filter((name) => !name?.startsWith('AWS_'))
    expect(firstCells(textOf('docs/configuration.md'))).toEqual(expect.arrayContaining(own))
  })

  it('names the defaults that the environment has', () => {
    const rows = textOf('docs/configuration.md').matchAll(/^\| `([A-Z_]+)` +\| `([^`|]+)` +\|/gm)
    const told = Object.fromEntries(Array.from(rows, ([, name, value]) => [name, value]))
    const own = readLocalSettings({})
    const deployed = readEnvironment({ TABLE_NAME: 't', PUBLIC_URL: 'https://events.example.org' })
    expect(told).toEqual({
      PORT: String(own.port),
      DATA_DIR: own.dataDir,
      PUBLIC_URL: 'http://localhost:PORT',
      NATIVE_PREFIX: deployed.nativePrefix,
      GEOCODER: deployed.geocoder,
      REQUEST_LOG: deployed.logsRequests ? 'on' : 'off',
      STAGE: deployed.stage,
      VERSION: deployed.version,
      RSVPS_PER_NETWORK: String(deployed.calmRates.rsvps_per_network),
      RSVPS_PER_EVENT: String(deployed.calmRates.rsvps_per_event),
      MAIL_OUTBOX: outboxOf({ dataDir: 'DATA_DIR' }),
      IMAGES_FOLDER: 'DATA_DIR/images',
    })
    const rates = /^\| `MAIL_PER_SECOND` +\| `(\d+)`; `(\d+)` for Amazon SES/m.exec(textOf('docs/configuration.md'))
    const rateOf = (more: object) => readMail({ MAIL_FROM: 'events@example.org', ...more })?.perSecond
    expect(rates?.slice(1).map(Number)).toEqual([rateOf({ MAIL_OUTBOX: 'outbox' }), rateOf({})])
  })

  it.runIf(isWhole)(
    'says of each queue when its alarm fires, and after how many attempts a message is given up',
    () => {
      const guide = textOf('docs/alarms.md')
      const late = guide.matchAll(/^\| `QueueBehind-([\w-]+)` .*? for more than (\d+) minutes/gm)
      expect(Array.from(late, ([, name, minutes]) => [name, Number(minutes) * 60]).sort()).toEqual(
        queues.map(({ name, lateAfter }) => [name, lateAfter]).sort(),
      )
      const given = guide.matchAll(/^\| `queues-([\w-]+)` \(after (\d+) attempts\)/gm)
      expect(Array.from(given, ([, name, attempts]) => [name, Number(attempts)]).sort()).toEqual(
        queues.map(({ name, attempts }) => [name, attempts]).sort(),
      )
      expect(Math.min(...queues.map(({ attempts }) => attempts))).toBe(5)
      expect(textOf('docs/owning.md')).toContain('A message is tried at least five times.')
      const [assigning] = streamMappings.filter(({ consumer }) => consumer === 'streams/assign-ordinals')
      expect(guide).toContain(`\`streams-assign-ordinals\` (after ${assigning?.retries} retries or an hour)`)
    },
  )

  it('has a row for every setting of a stage, and infra/stages.yml names it', () => {
    const rows = firstCells(textOf('docs/owning.md'))
    const stages = textOf('infra/stages.yml')
    for (const name of settingNames) {
      expect(rows).toContain(name)
      expect(stages).toMatch(new RegExp(`^ +(# )?${name}:`, 'm'))
    }
  })

  it('names every parameter of the template, beside its setting where it is one', () => {
    const owning = textOf('docs/owning.md')
    for (const [name, { setting }] of Object.entries(parameters))
      expect(owning).toMatch(
        setting ? new RegExp(`^\\| .*\`${setting.split('.')[0]}\`.*\`${name}\``, 'm') : `\`${name}\``,
      )
  })
})
