import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import endpoints from '../../lib/http/endpoints/endpoints.json' with { type: 'json' }
import { cut, importsOf, parse } from './cut.js'
import { belongsTo } from './floors.js'

/** A project without some rooms: the text of each file that is left. Files without code are absent where they stay. */
export interface Plan {
  gone: string[]
  changed: Map<string, string>
  /** The functions that stay, whose calls in lib/app went because an argument went. */
  along: Set<string>
  /** The packages that the code imports, before and after. */
  packages: Record<'before' | 'after', Set<string>>
}

const isCode = (file: string) => /\.(tsx?|js|cjs|mjs)$/.test(file)
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** Whether a file has the texts of a language. */
const isTexts = (file: string) => /^lib\/texts\/[a-z]+\.json$/.test(file)

/** The texts of a room have its name, or begin with it: `pages`, `pages_after`. */
export const roomOfTexts = (name: string): string => name.split('_')[0] as string

/** Tests and tools go as whole files: half of one would say something else. */
const goesWhole = (file: string) => /^(test|tools|bench)\//.test(file)

const FUNCTIONS = new Set(
  Object.entries(endpoints as Record<string, { file?: string }>).map(
    ([name, { file }]) => `functions/${file ?? name}.ts`,
  ),
)

/** Files that nothing need import: programs, functions, configurations, and what is found by its folder. */
const isEntry = (file: string) =>
  FUNCTIONS.has(file) ||
  !/^(lib|admin|functions|test\/support|tools|bench|infra|local)\//.test(file) ||
  /(^|\/)main\.ts$|start\.ts$/.test(file)

/** Returns the package of a module: `@middy/core` of `@middy/core/x.js`. */
const packageOf = (module: string): string[] =>
  module.startsWith('.') || module.startsWith('node:') ? [] : (/^(@[^/]+\/)?[^/]+/.exec(module)?.slice(0, 1) ?? [])

/** Decides what goes with some rooms, and how files that name them look afterwards. */
export function planWithout(rooms: string[]): Plan {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 1e8 }).trim().split('\n')
  const goes = belongsTo(rooms)
  const gone = new Set(files.filter(goes))
  const texts = new Map(files.filter(isCode).map((file) => [file, readFileSync(file, 'utf8')]))
  const changed = new Map<string, string>()
  const along = new Set<string>()
  /** The exports that went from files that stay. */
  const lost = new Map<string, Set<string>>()
  const known = new Set(files)

  const resolve = (from: string, module: string): string | undefined => {
    if (!module.startsWith('.')) return undefined
    const path = normalize(join(dirname(from), module))
    return [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')].find((each) => known.has(each))
  }
  const textOf = (file: string) => changed.get(file) ?? texts.get(file) ?? ''
  const imported = new Map<string, Set<string>>()
  const note = (file: string) => {
    const targets = importsOf(parse(file, textOf(file))).flatMap(({ module }) => resolve(file, module) ?? [])
    imported.set(file, new Set(targets))
  }
  for (const file of texts.keys()) if (!/\.browser\.js$/.test(file)) note(file)
  const hadImporters = new Set([...imported.values()].flatMap((targets) => [...targets]))

  for (let isStable = false; !isStable;) {
    isStable = true
    for (const [file, targets] of imported) {
      if (gone.has(file)) continue
      const concerned = [...targets].some((each) => gone.has(each) || lost.has(each) || isTexts(each))
      if (!concerned) continue
      const isGone = (module: string, name: string) => {
        const target = resolve(file, module)
        if (target !== undefined && isTexts(target)) return rooms.includes(roomOfTexts(name))
        return target !== undefined && (gone.has(target) || (lost.get(target)?.has(name) ?? false))
      }
      const after = cut(file, textOf(file), isGone)
      if (after.text === textOf(file)) continue
      isStable = false
      if (
        goesWhole(file) ||
        (file.startsWith('functions/') && after.exports.some((name) => /endpoint$/i.test(name))) ||
        (file.startsWith('admin/commands/') && after.exports.length > 0)
      ) {
        gone.add(file)
        continue
      }
      changed.set(file, after.text)
      if (file.startsWith('lib/app/')) for (const name of after.along) along.add(name)
      note(file)
      if (after.exports.length > 0) lost.set(file, new Set([...(lost.get(file) ?? []), ...after.exports]))
      if (parse(file, after.text).statements.length === 0) gone.add(file)
    }
    const alive = new Set([...imported].flatMap(([file, targets]) => (gone.has(file) ? [] : [...targets])))
    for (const file of imported.keys())
      if (!gone.has(file) && hadImporters.has(file) && !alive.has(file) && !isEntry(file) && !isTest(file)) {
        gone.add(file)
        isStable = false
      }
  }
  for (const file of gone) changed.delete(file)
  const packagesIn = (files: Iterable<string>, text: (file: string) => string) =>
    new Set([...files].flatMap((file) => importsOf(parse(file, text(file))).flatMap(({ module }) => packageOf(module))))
  return {
    gone: [...gone].sort(),
    changed,
    along,
    packages: {
      before: packagesIn(texts.keys(), (file) => texts.get(file) ?? ''),
      after: packagesIn(
        [...texts.keys()].filter((file) => !gone.has(file)),
        textOf,
      ),
    },
  }
}
