import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { settingNames } from '../../infra/settings.js'

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
      `An idle month costs [$${paidFor(idle)}](docs/cost.md), and $${paidFor(`${idle} and mail`)} where mail is sent`,
    )
    expect(readme).toContain(`A month with a million RSVPs costs $${paidFor('A million RSVPs in a month')}.`)
    const [, median] = /median of\s+the ratios is (\d\.\d+)/.exec(textOf('docs/performance.md')) ?? []
    expect(readme).toContain(`answers in [${median} times](docs/performance.md#cold-start)`)
  })

  it('has a row for every variable that the environment is asked for', () => {
    const asked = [...textOf('lib/environment.ts').matchAll(/'([A-Z][A-Z_]{3,})'/g)].map(([, name]) => name)
    // Lambda sets these.
    const own = asked.filter((name) => !name?.startsWith('AWS_'))
    expect(firstCells(textOf('docs/configuration.md'))).toEqual(expect.arrayContaining(own))
  })

  it('has a row for every setting of a stage, and infra/stages.yml names it', () => {
    const rows = firstCells(textOf('docs/owning.md'))
    const stages = textOf('infra/stages.yml')
    for (const name of settingNames) {
      expect(rows).toContain(name)
      expect(stages).toMatch(new RegExp(`^ +(# )?${name}:`, 'm'))
    }
  })
})
