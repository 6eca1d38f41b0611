import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isWhole } from '../support/rooms.js'

/** Folders that installations and builds make. */
const MADE = new Set(['node_modules', 'build', 'release', 'coverage'])

const tree = /```text\n(functions\/[^`]*)```/.exec(readFileSync('CONTRIBUTING.md', 'utf8'))?.[1] ?? ''

const foldersIn = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((each) => each.isDirectory() && !each.name.startsWith('.') && !(path === '.' && MADE.has(each.name)))
    .map(({ name }) => `${path === '.' ? '' : `${path}/`}${name}`)

/** Reads the folders of the tree, with the folders that hold them: the indentation says which. */
function foldersOfTree(): string[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const depth = (/^ */.exec(line)?.[0].length ?? 0) / 2
    const names = /^ *((?:[a-z0-9-]+\/ ?)+)/.exec(line)?.[1]?.trim().split(' ') ?? []
    const paths = names.map((name) => [...above.slice(0, depth), name.slice(0, -1)].join('/'))
    if (paths[0] !== undefined) above.splice(depth, Infinity, paths[0].split('/').at(-1) ?? '')
    return paths
  })
}

describe.runIf(isWhole)('the tree of folders in CONTRIBUTING.md', () => {
  const listed = foldersOfTree()

  it.each(['.', 'functions', 'lib', 'infra', 'local', 'tools'])('names every folder in %s', (path) => {
    expect(listed).toEqual(expect.arrayContaining(foldersIn(path)))
  })

  it('names no folder that does not exist', () => {
    const existing = new Set(['.', ...listed].filter((path) => existsSync(path)).flatMap(foldersIn))
    expect(listed.filter((path) => !existing.has(path))).toEqual([])
  })
})
