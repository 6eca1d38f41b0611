import { gunzipSync } from 'node:zlib'
import { sheetOf } from '../../../lib/csv/row.js'
import { expect, it } from 'vitest'
import { writeGuests } from '../../../lib/attendances/files/guests-file.js'
import { guestRow, guestsHeadings } from '../../../lib/attendances/files/guests.js'
import type { Guest } from '../../../lib/attendances/files/guests-file-state.js'

const guest = (i: number) =>
  ({
    attendance: { created_date: new Date(i).toISOString() },
    person: {
      given_name: `Guest ${i}`,
      email_addresses: [{ address: `${i}@example.org` }],
      phone_numbers: [],
    },
  }) as unknown as Guest

const many = Array.from({ length: 20_000 }, (_, i) => guest(i))

async function* thousands() {
  for (let i = 0; i < many.length; i += 1_000) yield many.slice(i, i + 1_000)
}

async function write(perPart?: number, country?: string) {
  const kept: Buffer[] = []
  const progress: number[] = []
  const written = await writeGuests({
    guests: thousands(),
    keepPart: async (bytes) => `part ${kept.push(bytes)}`,
    onProgress: async (count) => void progress.push(count),
    ...(perPart && { perPart }),
    country,
  })
  return { ...written, kept, progress }
}

it('the file of guests holds all of them in one part, and says how far it is', async () => {
  const { written, parts, kept, progress } = await write()
  expect([written, parts]).toEqual([20_000, ['part 1']])
  expect(gunzipSync(kept[0]!).toString()).toBe(sheetOf(guestsHeadings + many.map(guestRow).join(''), 'US'))
  expect(progress).toEqual([0, 5_000, 10_000, 15_000, 20_000])
})

it('the file of guests begins another part, with the headings, where an answer could not hold one', async () => {
  const begun = sheetOf(guestsHeadings, undefined)
  const { parts, kept } = await write(50_000)
  expect(parts.length).toBeGreaterThan(2)
  for (const each of kept) expect(each.length).toBeLessThan(200_000)
  const texts = kept.map((each) => gunzipSync(each).toString())
  expect(texts.every((text) => text.startsWith(begun))).toBe(true)
  expect(texts.map((text) => text.slice(begun.length)).join('')).toBe(many.map(guestRow).join(''))
})

it('the file of guests parts cells as spreadsheets of the country do, in each of its parts', async () => {
  const { kept } = await write(50_000, 'NO')
  const [first, ...others] = kept.map((each) => gunzipSync(each).toString().split('\r\n'))
  expect(others.length).toBeGreaterThan(0)
  for (const lines of [first!, ...others]) {
    expect(lines[0]).toMatch(/^\ufeff"given_name";"family_name";/)
    for (const line of lines.slice(1, -1)) expect(line).toMatch(/^"Guest \d+";"";"\d+@example.org";/)
  }
})
