import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const FOLDER = 'docs/decisions'
const records = readdirSync(FOLDER).filter((file) => /^\d/.test(file))

describe('the decision records', () => {
  it('have a number each', () => {
    const numbers = records.map((file) => file.slice(0, 4))
    expect(new Set(numbers).size).toBe(records.length)
  })

  it.each(records)('have at most 120 words below their titles: %s', (file) => {
    const [, ...body] = readFileSync(`${FOLDER}/${file}`, 'utf8').trim().split('\n')
    expect(body.join(' ').trim().split(/\s+/).length).toBeLessThanOrEqual(120)
  })

  it.each(records)('begin with their numbers, and the list shows their titles: %s', (file) => {
    const [heading = ''] = readFileSync(`${FOLDER}/${file}`, 'utf8').split('\n')
    const number = file.slice(0, 4)
    expect(heading).toMatch(new RegExp(`^# ${number} \\S`))
    const title = heading.slice('# 0000 '.length)
    expect(readFileSync(`${FOLDER}/README.md`, 'utf8')).toContain(`[${number}](${file}) ${title}\n`)
  })
})
