import { beforeAll, describe, expect, it, vi } from 'vitest'
import { fieldsOf } from '../support/clients/import-page.js'
import { type Browser, type Shown, signedInAs } from '../support/clients/organizer.js'
import { TIMEOUT_MS, assignPending, demo, get } from '../support/service.js'

const { group } = demo
const base = `/manage/${group.id}/import`

let organizer: Browser
beforeAll(async () => {
  organizer = await signedInAs(group.organizer)
})

const file = (text: string | Uint8Array<ArrayBuffer>) => new File([text], 'file.csv', { type: 'text/csv' })
const check = (text: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}) =>
  organizer.upload(base, { kind: 'people', upload: file(text), ...fields })

const send = (page: Shown, action: string, more: Record<string, string> = {}) =>
  organizer.send(base, { ...fieldsOf(page), action, ...more })
const reportOf = async ({ html }: Shown) => {
  const [, report = ''] = /import\/report".*?name="report" value="([^"]*)"/s.exec(html) ?? []
  return organizer.send(`${base}/report`, { report })
}

describe('a file of people', () => {
  it('takes several requests where one has no time for all of its rows, and records each row once', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => `many${i}@import.example.org,Many,${i}`)
    const checked = await check(['email,first,last', ...rows, 'nowhere,Last,Row'].join('\n'))
    const count = async () => {
      await assignPending()
      return (await get('/api/v2/people')).body.total_records as number
    }
    const before = await count()
    // When the request has begun, most of its time is gone.
    const clock = vi.spyOn(performance, 'now')
    clock.mockImplementation(() => (new Error().stack?.includes('withDeadline') ? 0 : TIMEOUT_MS - 4_000))
    const part = await send(checked, 'import')
    clock.mockRestore()
    expect(part.html).toMatch(/<progress max="301" value="\d+"/)
    expect(part.html).toContain('src="/manage/import.js"')
    const done = await send(part, 'import')
    expect(done.html).toContain('300 rows imported. 1 row needs fixing.')
    expect((await reportOf(done)).html.split('\r\n')).toHaveLength(3)
    expect(await count()).toBe(before + 300)
  })
})
