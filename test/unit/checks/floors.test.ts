import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { importedFile, isImpure, wrongWay } from '../../../checks/floors.js'

/** The imports of functions and of lib that go the wrong way. Whoever cuts one lowers it; at 0, lint asks for it. */
const STILL_WRONG = 15

describe('the floors of lib', () => {
  it('let imports run down, and never up', () => {
    expect(wrongWay('lib/events/event.ts', 'lib/fields/moment.ts')).toBeUndefined()
    expect(wrongWay('lib/events/event.ts', 'lib/events/store/event-store.ts')).toBeUndefined()
    expect(wrongWay('lib/events/event.ts', 'lib/mail/mail.ts')).toContain('mail is above events')
    expect(wrongWay('lib/events/event.ts', 'lib/app/events.ts')).toContain('app is above events')
    expect(wrongWay('lib/events/event.ts', 'infra/names.ts')).toContain('outside')
  })

  it('let a facet import its room, and lib/app and facets of that room import it', () => {
    expect(wrongWay('lib/events/event.mail.ts', 'lib/mail/mail.ts')).toBeUndefined()
    expect(wrongWay('lib/events/event.mail.ts', 'lib/manage/paths.ts')).toContain('manage is above mail')
    expect(wrongWay('lib/hosting/host.mail.ts', 'lib/events/event.mail.ts')).toBeUndefined()
    expect(wrongWay('lib/app/mail.ts', 'lib/events/event.mail.ts')).toBeUndefined()
    for (const file of ['lib/events/event.ts', 'lib/mail/mail.ts', 'lib/events/event.pages.tsx'])
      expect(wrongWay(file, 'lib/events/event.mail.ts')).toContain('this facet')
  })

  it('keep functions from the table', () => {
    expect(wrongWay('functions/v2/get-event.ts', 'lib/app/events.ts')).toBeUndefined()
    expect(wrongWay('functions/v2/get-event.ts', 'lib/events/store/event-store.ts')).toContain('lib/app')
  })

  it('keep the table and HTTP from rules', () => {
    expect(isImpure('lib/events/event.ts', 'lib/http/answer.ts')).toBe(true)
    expect(isImpure('lib/events/event.ts', 'lib/fields/moment.ts')).toBe(false)
    for (const file of [
      'lib/events/store/event-store.ts',
      'lib/events/event.manage.ts',
      'lib/hal/document.ts',
    ])
      expect(isImpure(file, 'lib/table/table.ts')).toBe(false)
  })

  it('have no more imports that go the wrong way than they had', () => {
    const found = globSync('{functions,lib}/**/*.{ts,tsx,js}').flatMap((file) => {
      const named = ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles
      const targets = new Set(named.map(({ fileName }) => importedFile(file, fileName)))
      return [...targets].filter((target) => target !== undefined && wrongWay(file, target) !== undefined)
    })
    expect(found.length).toBeLessThanOrEqual(STILL_WRONG)
  })
})
