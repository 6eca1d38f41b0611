import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const FOLDER = 'docs/decisions'
const records = readdirSync(FOLDER).filter((file) => /^\d/.test(file))

describe('the decision records', () => {
  it('have consecutive numbers from 0001 on', () => {
    expect(records.map((file) => file.slice(0, 4))).toEqual(
      records.map((_, i) => String(i + 1).padStart(4, '0')),
    )
  })

  it.each(records)('begin with their numbers, and the list shows their titles: %s', (file) => {
    const [heading = ''] = readFileSync(`${FOLDER}/${file}`, 'utf8').split('\n')
    const number = file.slice(0, 4)
    expect(heading).toMatch(new RegExp(`^# ${number} \\S`))
    const title = heading.slice('# 0000 '.length)
    expect(readFileSync(`${FOLDER}/README.md`, 'utf8')).toContain(`[${number}](${file}) ${title} `)
  })
})
