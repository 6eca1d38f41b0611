import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { renderPage } from '../../../lib/html/layout.js'
import { Prose } from '../../../lib/html/prose.js'
import { stylesOf } from '../../../lib/html/styles.js'

const styles = stylesOf('p > b { color: red }')
const pageWith = (props: Partial<Parameters<typeof renderPage>[0]>) =>
  renderPage({ title: 'Page', styles, children: <p>Text</p>, ...props })

describe('a page', () => {
  it('escapes texts and attributes', () => {
    const text = `"><script>alert('x')</script>&`
    const page = pageWith({ title: text, children: <a href={text}>{text}</a>, lang: text })
    const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;'
    expect(page).toContain(`<html lang="${escaped}" dir="ltr">`)
    expect(page).toContain(`<title>${escaped}</title>`)
    expect(page).toContain(`<main id="main"><a href="${escaped}">${escaped}</a></main>`)
    expect(page).not.toContain('<script')
  })

  it('has the hash of its styles for its policy', () => {
    const style = /<style>(.*)<\/style>/s.exec(pageWith({}))?.[1] as string
    expect(style).toContain('p > b { color: red }')
    expect(styles.source).toBe(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  })

  it('has a header and a footer where it is given them', () => {
    expect(pageWith({})).not.toMatch(/<header|<footer/)
    const page = pageWith({ header: <b>Name</b>, footer: 'End', lang: 'ar', dir: 'rtl' })
    expect(page).toContain('<header><b>Name</b></header><main id="main"><p>Text</p></main><footer>End</footer>')
    expect(page).toContain('<html lang="ar" dir="rtl">')
  })
})

describe('prose', () => {
  it.each([
    ['Send `a < b` and `c`.', 'Send <code>a &lt; b</code> and <code>c</code>.'],
    ['One ` alone', 'One ` alone'],
  ])('%s has code between backticks', (text, html) => {
    expect(pageWith({ children: <Prose text={text} /> })).toContain(`<main id="main">${html}</main>`)
  })
})
