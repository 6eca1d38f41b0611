import type { Rule } from 'eslint'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/*
 * The rooms of lib, and the imports between them that lint refuses. lib/floors.json lists the rooms from the ground up;
 * lib/app is above all of them.
 */

/** The rooms of lib, from the ground up. */
export interface Floors {
  ground: string[]
  core: string[]
  /** Rooms that can be taken out, and the others of them that each needs. */
  rooms: Record<string, string[]>
  /** Whether rooms were taken out. */
  isPart?: true
}

const PROJECT = resolve(import.meta.dirname, '..')

/** The rooms of which rules know nothing. */
const TABLE_AND_HTTP = ['table', 'collections', 'resources', 'http']
/** Rooms that are of the table or of pages as a whole, and have no rules. */
const WITHOUT_RULES = ['audit', 'manage', 'pages', 'repair', 'transfer']

/** Returns the room of a file: `events` of `lib/events/store/event-store.ts`. */
const roomOf = (file: string) => /^lib\/([^/]+)\//.exec(file)?.[1]

/** Returns the judgment of imports in a house with these floors. Files are named by their paths in the project. */
export function judging({ ground, core, rooms }: Floors) {
  const optional = Object.keys(rooms)
  const floors = [...ground, ...core, ...optional, 'app']

  /** Returns the optional room in which a file shows another subject: `mail` of `webhook-disabled-email.mail.ts`. */
  const facetOf = (file: string) => {
    const room = /\.([\w-]+?)(?:\.browser)?\.(?:tsx?|js)$/.exec(file)?.[1]
    return room !== undefined && optional.includes(room) && room !== roomOf(file) ? room : undefined
  }

  /** Returns these rooms, and all that they need: a room that is taken out takes with it those that need it. */
  const needsOf = (...of: string[]) => {
    const needed = new Set(of)
    // A set that grows while it is walked: its new members are walked, too.
    for (const room of needed) for (const each of rooms[room] ?? []) needed.add(each)
    return needed
  }

  return {
    /**
     * Returns the reason why an import of lib or of a function goes the wrong way, undefined if it may be. Imports run
     * down, those of types, too, and from one optional room to those that it needs. lib/app and facets of the same room
     * alone import a facet. Functions reach the table through stores and lib/app.
     */
    wrongWay: (file: string, target: string): string | undefined => {
      const to = roomOf(target)
      if (file.startsWith('functions/'))
        return /^lib\/(table|collections)\//.test(target)
          ? 'Functions reach the table through stores and lib/app.'
          : undefined
      if (to === undefined) return 'lib imports nothing of the project outside its rooms.'
      const from = roomOf(file)
      if (from === undefined || from === 'app') return undefined
      const facet = facetOf(file)
      const shown = facetOf(target)
      if (shown !== undefined && shown !== facet) return `lib/app and facets of ${shown} alone import this facet.`
      const room = facet ?? from
      const floor = Math.max(floors.indexOf(from), floors.indexOf(room))
      if (floors.indexOf(to) > floor) return `${to} is above ${room} in lib/floors.json.`
      const isNeeded = !optional.includes(to) || needsOf(from, room).has(to)
      return isNeeded ? undefined : `${room} does not need ${to} in lib/floors.json.`
    },

    /**
     * Whether an import makes a rule know the table or HTTP. Rules are directly in the folder of a room above the
     * ground, in files with a plain name. What takes the app is an action: it reads and writes by stores alone.
     */
    isImpure: (file: string, target: string): boolean => {
      const [, room = ''] = /^lib\/([\w-]+)\/[\w-]+\.tsx?$/.exec(file) ?? []
      const hasRules = [...core, ...optional].includes(room) && !WITHOUT_RULES.includes(room)
      return hasRules && target !== 'lib/table/app.ts' && TABLE_AND_HTTP.includes(roomOf(target) ?? '')
    },
  }
}

/** Reads lib/floors.json. */
export const readFloors = (): Floors => JSON.parse(readFileSync(join(PROJECT, 'lib/floors.json'), 'utf8')) as Floors

const { wrongWay, isImpure } = judging(readFloors())

/** Returns the file that an import names, as a path of the project: an import names `.js` for `.ts` and for `.tsx`. */
function importedFile(file: string, specifier: unknown): string | undefined {
  if (typeof specifier !== 'string' || !specifier.startsWith('.')) return undefined
  const named = join(dirname(file), specifier)
  return [named.replace(/\.js$/, '.ts'), named.replace(/\.js$/, '.tsx'), named].find((each) =>
    existsSync(join(PROJECT, each)),
  )
}

/** Calls back for each import of a file, those of types and those at run time, too. */
function onImports(check: (node: Rule.Node, target: string) => void, file: string): Rule.RuleListener {
  const visit = (node: Rule.Node) => {
    const { source } = node as { source?: { value?: unknown } | null }
    const target = importedFile(file, source?.value)
    if (target !== undefined) check(node, target)
  }
  const kinds = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression']
  return Object.fromEntries([...kinds, 'TSImportType'].map((kind) => [kind, visit]))
}

/** An ESLint rule: imports run down the floors of lib. */
export const oneWay: Rule.RuleModule = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = relative(PROJECT, context.filename)
    return onImports((node, target) => {
      const message = wrongWay(file, target)
      if (message !== undefined) context.report({ node, message: `${target}: ${message}` })
    }, file)
  },
}

/** An ESLint rule: rules import neither the table nor HTTP. Its option are the files that still do. */
export const pureRules: Rule.RuleModule = {
  meta: { type: 'problem', schema: [{ type: 'array' }] },
  create(context) {
    const file = relative(PROJECT, context.filename)
    const isExcepted = (context.options[0] as string[]).includes(file)
    let isPure = true
    return {
      ...onImports((node, target) => {
        if (!isImpure(file, target)) return
        isPure = false
        if (!isExcepted)
          context.report({ node, message: 'A rule is of values: it imports neither the table nor HTTP.' })
      }, file),
      'Program:exit'(node) {
        if (isExcepted && isPure) context.report({ node, message: 'Pure now: take it out of IMPURE.' })
      },
    }
  },
}
