import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { KNOWN_CHANGES, dataChanges, unknownTo } from '../../../infra/release/data-changes.js'

const templateOf = (Outputs?: object) => JSON.stringify({ Resources: {}, ...(Outputs && { Outputs }) })
const knowing = (count: number) => templateOf({ [KNOWN_CHANGES]: { Value: String(count) } })

describe('a rollback', () => {
  it('shows nothing wrongly where the deployment knows every change of data', () => {
    expect(unknownTo(knowing(dataChanges.length))).toEqual([])
  })

  it('names what came after the deployment', () => {
    expect(unknownTo(knowing(dataChanges.length - 1))).toEqual(dataChanges.slice(-1))
  })

  it('names everything where the deployment does not say what it knows, as those of older releases', () => {
    expect(unknownTo(templateOf())).toEqual(dataChanges)
    expect(unknownTo(templateOf({}))).toEqual(dataChanges)
  })

  it('says what the changelog says of each change', () => {
    const changelog = readFileSync('CHANGELOG.md', 'utf8')
    const [, section = ''] = /### Data that an older release shows wrongly\n(.*?)\n###/s.exec(changelog) ?? []
    const lines = section
      .split(/^- /m)
      .slice(1)
      .map((each) => each.trim().replaceAll(/\s+/g, ' '))
    expect(lines).toEqual(dataChanges.map(({ older }) => older))
  })
})
