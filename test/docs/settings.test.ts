import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { settingNames } from '../../infra/settings.js'

const textOf = (file: string) => readFileSync(file, 'utf8')

/** Returns the names in the first cells of the rows of all tables of a page. */
const firstCells = (page: string) =>
  [...page.matchAll(/^\| (`[^|]+)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  )

describe('the documentation', () => {
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
