import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { brokenLinks, markdownFiles } from '../support/markdown-links.js'
import { isWhole } from '../support/rooms.js'

describe('the Markdown files of the repository', () => {
  it.runIf(isWhole).each(markdownFiles())('link to existing files and headings only: %s', (file) => {
    expect(brokenLinks(file)).toEqual([])
  })

  it('include the README, the guides and the decision records', () => {
    expect(markdownFiles()).toEqual(
      expect.arrayContaining(['README.md', 'docs/api.md', 'docs/decisions/0001-identifier-claims.md']),
    )
  })
})

describe('the README of a room', () => {
  const files = globSync('lib/**/*.{ts,tsx}')
  it.runIf(isWhole).each(globSync('lib/*/README.md'))('names files that exist: %s', (file) => {
    const named = [...readFileSync(file, 'utf8').matchAll(/`([\w./-]+\/|)([\w.-]+\.tsx?)`/g)].map(
      ([, a = '', b = '']) => a + b,
    )
    const missing = named.filter((each) => !existsSync(each) && !files.some((path) => path.endsWith(`/${each}`)))
    expect(missing).toEqual([])
  })
})

describe('the check of links', () => {
  const problems = (text: string) => brokenLinks('docs/sample.md', text)

  it('reports a file and a heading that do not exist, by their target', () => {
    expect(problems('[a](missing.md) and [b](api.md#missing) and [c](#missing)')).toEqual([
      'docs/sample.md: missing.md is not a file',
      'docs/sample.md: api.md#missing is not a heading',
      'docs/sample.md: #missing is not a heading',
    ])
  })

  it('resolves links within the file, to other files and to folders', () => {
    const text = '## One `two`, three!\n\n[a](#one-two-three) [b](api.md#limits) [c](decisions) [d](../README.md)'
    expect(problems(text)).toEqual([])
  })

  it('numbers headings of the same name', () => {
    expect(problems('# Walk\n\n# Walk\n\n[a](#walk-1) [b](#walk-2)')).toEqual([
      'docs/sample.md: #walk-2 is not a heading',
    ])
  })

  it('ignores code and absolute addresses', () => {
    expect(problems('```text\n[a](missing.md)\n```\n\n`[b](missing.md)` [c](https://example.org/x)')).toEqual([])
    expect(problems('```text\n# Not a heading\n```\n\n[a](#not-a-heading)')).toHaveLength(1)
  })
})
