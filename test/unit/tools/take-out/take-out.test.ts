import { describe, expect, it } from 'vitest'
import { cut } from '../../../../tools/take-out/cut.js'
import floors from '../../../../lib/floors.json' with { type: 'json' }
import texts from '../../../../lib/texts/en.json' with { type: 'json' }
import { belongsTo, withThoseThatNeed } from '../../../../tools/take-out/floors.js'
import { roomOfTexts } from '../../../../tools/take-out/plan.js'

/** Cuts what comes from `./seats.js` out of a file of the wiring. */
const without = (text: string) => cut('lib/app/event.ts', text, (module) => module === './seats.js')

describe('a file from which a room is cut', () => {
  it('stays as it is where it names nothing of the room', () => {
    const text = "import { mail } from './mail.js'\nexport const all = [mail]\n"
    expect(without(text)).toEqual({ text, exports: [], along: [] })
  })

  it('loses the element of a list and keeps the others', () => {
    const { text, exports } = without(
      "import { mail } from './mail.js'\nimport { seats } from './seats.js'\nexport const all = [mail, seats(mail)]\n",
    )
    expect(text.replace(/\s+/g, ' ')).toContain('export const all = [mail]')
    expect(text).not.toContain('seats')
    expect(exports).toEqual([])
  })

  it('loses the property of an object that a function returns, and what it spread stays', () => {
    const { text } = without(
      "import { seats } from './seats.js'\nexport const reactions = (of: Table) => ({ ...none(of), gate: seats(of) })\n",
    )
    expect(text.replace(/\s+/g, ' ').trim()).toBe('export const reactions = (of: Table) => ({ ...none(of) })')
  })

  it('loses a whole function whose condition or result is of the room, and says so', () => {
    const { text, exports } = without(`import { isOpen } from './seats.js'
export async function preflight(id: string) {
  if (!(await isOpen(id))) return {}
  return { allow: '*' }
}
export const path = '/events'
`)
    expect(text.trim()).toBe("export const path = '/events'")
    expect(exports).toEqual(['preflight'])
  })

  it('loses what used the declaration that went', () => {
    const { text, exports } = without(`import { seats } from './seats.js'
const kept = seats()
const list = [1, 2]
export const first = kept.first
export const both = [list, kept]
`)
    expect(text.replace(/\s+/g, ' ').trim()).toBe('const list = [1, 2] export const both = [list]')
    expect(exports).toEqual(['first'])
  })

  it('tells of calls that go for an argument, in lists and as statements, where what they call stays', () => {
    const { along } = without(`import { mail } from './mail.js'
import { seats } from './seats.js'
const paths = [mail(seats), seats(mail)]
export function pages(app: App) {
  mail(app, [seats])
  seats(app)
  app.use(paths)
}
`)
    expect(along).toEqual(['mail'])
  })

  it('loses an import at run time with the property that holds it', () => {
    const { text } = without("export const late = { one: 1, page: async () => (await import('./seats.js')).page() }\n")
    expect(text.replace(/\s+/g, ' ').trim()).toBe('export const late = { one: 1 }')
  })
})

describe('the rooms that are taken out', () => {
  const floors = { ground: [], core: [], rooms: { seats: [], mail: ['seats'], series: ['mail'], near: [] } }

  it('take those with them that need them, however many stand between', () => {
    expect(withThoseThatNeed(floors, ['seats'])).toEqual(['seats', 'mail', 'series'])
    expect(withThoseThatNeed(floors, ['near'])).toEqual(['near'])
    expect(() => withThoseThatNeed(floors, ['events'])).toThrow('no optional room events')
  })

  it('have their folders, facets, wiring and tests, and nothing of a room with a longer name', () => {
    const goes = belongsTo(['mail', 'sign-in'])
    for (const file of [
      'lib/mail/mail.ts',
      'lib/webhooks/webhook-disabled-email.mail.ts',
      'lib/app/sign-in.ts',
      'local/rooms/mail.ts',
      'test/sign-in/passkeys.manage.test.ts',
      'test/unit/mail/mailbox.test.ts',
      'test/events/limits.mail.storm.test.ts',
    ])
      expect([file, goes(file)]).toEqual([file, true])
    for (const file of [
      'lib/mailing/x.ts',
      'lib/events/mail.ts',
      'lib/app/kinds-of-mail.ts',
      'test/events/mail.test.ts',
    ])
      expect([file, goes(file)]).toEqual([file, false])
  })
})

it('texts of visitors are of a room each, with which they go, but for those of an event', () => {
  const rooms = [...floors.ground, ...floors.core, ...Object.keys(floors.rooms)]
  const others = Object.keys(texts).filter((name) => !rooms.includes(roomOfTexts(name)))
  expect(others).toEqual(['event'])
})
