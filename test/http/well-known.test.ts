import { describe, expect, it } from 'vitest'
import { PUBLIC_URL, get, send, useEnvironment } from '../support/service.js'

const keyless = { key: null }

describe('the catalog of the API', () => {
  it('leads to both versions, and to what describes them', async () => {
    const { headers, text } = await get('/.well-known/api-catalog', keyless)
    expect(headers['content-type']).toBe('application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"')
    const { linkset } = JSON.parse(text)
    const [catalog, ...versions] = linkset
    expect(catalog.item.map(({ href }: any) => href)).toEqual(versions.map(({ anchor }: any) => anchor))
    for (const { anchor, ...links } of versions)
      for (const [{ href, type }] of [[{ href: anchor, type: '' }], ...Object.values<any>(links)]) {
        expect(href.startsWith(PUBLIC_URL)).toBe(true)
        const answer = await get(href.slice(PUBLIC_URL.length), { ...keyless, headers: { accept: '*/*' } })
        expect([href, answer.status]).toEqual([href, 200])
        if (type) expect(answer.headers['content-type']).toContain(type)
      }
  })

  it('answers HEAD', async () => {
    const { status, text } = await send('HEAD', '/.well-known/api-catalog', undefined, keyless)
    expect([status, text]).toEqual([200, ''])
  })
})

describe('security.txt', () => {
  it('is missing where the owner names nobody', async () => {
    expect((await get('/.well-known/security.txt', keyless)).status).toBe(404)
  })

  it('names whom to tell, until a day within a year', async () => {
    useEnvironment({ SECURITY_CONTACT: 'mailto:security@example.org' })
    const { status, headers, text } = await get('/.well-known/security.txt', keyless)
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(text).toContain('Contact: mailto:security@example.org\n')
    expect(text).toContain(`Canonical: ${PUBLIC_URL}/.well-known/security.txt\n`)
    const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '')
    expect(expires).toBeGreaterThan(Date.now() + 100 * 86_400_000)
    expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000)
  })
})
