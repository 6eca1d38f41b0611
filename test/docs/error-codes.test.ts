import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { has } from '../support/rooms.js'

/** Rooms and folders whose refusals no caller of the API gets: pages for people, files and commands. */
const NOT_OF_THE_API =
  /\/(manage|imports|blocked|calls|merging|sign-in|hosting|series|markup)\/|\.manage\.|interface-event|self-service|arrival|slug/

const CODE = /error_code: '([a-z_]+)'|\b(?:refused\w*|fault)\(\s*'([a-z]+_[a-z_]+|required|malformed|waiting)'/g

/** Answered at `/rsvp/{token}` and by forms of pages, which have sentences for people. */
const OF_FORMS = [
  'closes_before_it_opens',
  'ends_before_start',
  'invalid_guests',
  ...(has('mail') ? ['links'] : []),
  'list_without_close',
]

describe('the codes of errors', () => {
  it('each stand in a page for callers', () => {
    const pages = ['docs/api.md', ...globSync('docs/api/*.md')]
    const said = pages.map((page) => readFileSync(page, 'utf8')).join('')
    const files = globSync('lib/**/*.ts').filter((file) => !NOT_OF_THE_API.test(file))
    const codes = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(CODE)].map(([, plain, called]) => plain ?? called),
    )
    const missing = [...new Set(codes)].filter((code) => !said.includes(`\`${code}\``))
    expect(missing.sort()).toEqual(OF_FORMS)
  })
})
