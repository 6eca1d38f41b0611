import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { requireNode } from '../../../local/node-version.js'

describe('the version of Node.js', () => {
  it.each(['22.13.0', '22.21.1', '24.0.0', '24.11.0', '26.0.0'])('may be %s', (version) => {
    expect(() => requireNode(version)).not.toThrow()
  })

  it.each(['18.20.0', '20.20.2', '22.12.0', '23.4.0'])('may not be %s, which lacks what the code uses', (version) => {
    expect(() => requireNode(version)).toThrow(`This is ${version}.`)
  })

  it('is that of package.json', () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } }
    expect(engines.node).toBe('^22.13.0 || >=24.0.0')
  })

  it('is the one of the tests', () => {
    expect(() => requireNode()).not.toThrow()
  })
})
