import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const PAGE = 'lib/manage/page'
const GUIDE = readFileSync('lib/manage/styleguide/styleguide-page.tsx', 'utf8')

/** Components that are no part of a page of their own: the form with the token, and the zone below a page. */
const OTHERS = ['Form', 'FaultText', 'ZoneOfTimes']

describe('the style guide', () => {
  it('shows every component of the pages', () => {
    const components = readdirSync(PAGE)
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) => [
        ...readFileSync(`${PAGE}/${file}`, 'utf8').matchAll(/^export (?:const|function) ([A-Z][a-z]\w*)[:<]/gm),
      ])
      .map(([, name]) => name as string)
    expect(components).toContain('PagedTable')
    const missing = components.filter((name) => !OTHERS.includes(name) && !GUIDE.includes(`<${name}`))
    expect(missing).toEqual([])
  })
})
