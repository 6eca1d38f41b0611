import { describe, expect, it } from 'vitest'
import { bundle } from '../../infra/package/bundle.js'
import { allEndpoints } from '../../lib/http/endpoints/endpoints.js'

/**
 * The versions name each other as predecessor and successor, so each knows the other's name and path, and refusals say
 * the names of the other one.
 */
const OF_ANY_VERSION = /^lib\/hal\/v\d\/(version|names)\.ts$/

const ofBothVersions = allEndpoints.filter(({ file }) => file).map(({ name }) => name)

/** The version of a module that is of one alone: `lib/events/documents/event.v1.ts`, `lib/hal/v1/names.ts`. */
const versionOf = (path: string) => /^lib\/(?:hal\/|.*\.)(v\d)[./]/.exec(path)?.[1]

/** The modules of one version in the bundle of a function. */
async function versionedIn(name: string): Promise<string[]> {
  const { metafile } = await bundle({ index: `functions/${name}.ts` }, { outdir: 'unused', write: false })
  const modules = Object.values(metafile?.outputs ?? {}).flatMap(({ inputs }) => Object.entries(inputs))
  return modules
    .filter(([path, { bytesInOutput }]) => bytesInOutput > 0 && versionOf(path) !== undefined)
    .map(([path]) => path)
    .filter((path) => !OF_ANY_VERSION.test(path))
}

describe('a function of a file that has the endpoints of both versions', () => {
  it.each(ofBothVersions)('carries the documents of no other version: %s', async (name) => {
    const [version] = name.split('/')
    const found = await versionedIn(name)
    expect(found.filter((path) => versionOf(path) !== version)).toEqual([])
  })
})
