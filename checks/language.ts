import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { IDENTIFIERS, PHRASES } from './words.js'

/*
 * Keeps private vocabulary out of the tree. `npm run check` runs it. language.json holds how often each file that is
 * still to be cleaned has these words: a count may only fall. `npm run check:language -- --update` lowers the counts.
 */

/** A word that should not stand where it does. */
export interface Finding {
  line: number
  word: string
  /** The term to use. */
  say: string
}

/** Counts of findings by file, relative to the project. */
export type Counts = Record<string, number>

const PROJECT = resolve(import.meta.dirname, '..')
const BASELINE = join(PROJECT, 'checks', 'language.json')
const CHECKED = /\.(ts|js|cjs|md|yml|css|json)$/
/** What is installed, built or measured, and these files, which must name the words. */
const SKIPPED = new Set([
  'node_modules',
  'build',
  'coverage',
  'bench/results',
  'checks',
  'test/unit/checks',
  'package-lock.json',
])

/** A comment or a string of TypeScript. A template is one string, with the code inside. */
const COMMENT_OR_STRING = /\/\*[^]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[^]|[^`\\])*`/g

/** What stands between two words of a phrase: also the start of a line within a comment. */
const SPACE = '(?:\\s|\\*|//)+'

const identifiers = new RegExp(`(?<![\\w$])(?:${Object.keys(IDENTIFIERS).join('|')})(?![\\w$])`, 'g')
const phrases = Object.entries(PHRASES).map(
  ([phrase, say]) => [new RegExp(`\\b(?:${phrase.replaceAll(' ', SPACE)})\\b`, 'gi'), say] as const,
)

/**
 * Finds private vocabulary in the text of a file: phrases anywhere, identifiers in code.
 * @param file whose name tells whether it is code
 */
export function findingsIn(file: string, text: string): Finding[] {
  const found = phrases.flatMap(([pattern, say]) =>
    [...text.matchAll(pattern)].map(({ 0: word, index }) => ({ index, word, say })),
  )
  if (/\.(ts|js|cjs)$/.test(file)) {
    const code = text.replace(COMMENT_OR_STRING, (skipped) => skipped.replace(/[^\n]/g, ' '))
    for (const { 0: word, index } of code.matchAll(identifiers))
      found.push({ index, word, say: IDENTIFIERS[word] ?? '' })
  }
  return found
    .sort((one, other) => one.index - other.index)
    .map(({ index, word, say }) => ({ line: text.slice(0, index).split('\n').length, word, say }))
}

/** Names the findings of files that have more of them than the baseline allows. */
export function errorsOf(findings: Record<string, Finding[]>, baseline: Counts): string[] {
  return Object.entries(findings)
    .filter(([file, found]) => found.length > (baseline[file] ?? 0))
    .flatMap(([file, found]) => [
      `${file}: ${found.length} words of checks/words.ts; ${baseline[file] ?? 0} are allowed`,
      ...found.map(({ line, word, say }) => `  ${file}:${line}  "${word}": say ${say}`),
    ])
}

/** Returns the baseline with counts that have fallen. A file that has become clean leaves it. */
export function lowered(findings: Record<string, Finding[]>, baseline: Counts): Counts {
  const counts = Object.entries(baseline).map(
    ([file, allowed]) => [file, Math.min(allowed, findings[file]?.length ?? 0)] as const,
  )
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    const name = relative(PROJECT, path)
    const isHidden = entry.name.startsWith('.') && entry.name !== '.github'
    if (isHidden || SKIPPED.has(name)) return []
    if (entry.isDirectory()) return filesIn(path)
    return CHECKED.test(name) ? [name] : []
  })
}

function main(options: string[]): void {
  const findings = Object.fromEntries(
    filesIn(PROJECT)
      .sort()
      .map((file) => [file, findingsIn(file, readFileSync(join(PROJECT, file), 'utf8'))]),
  )
  const baseline = JSON.parse(readFileSync(BASELINE, 'utf8')) as Counts
  if (options.includes('--update'))
    writeFileSync(BASELINE, `${JSON.stringify(lowered(findings, baseline), null, 2)}\n`)
  const errors = errorsOf(findings, baseline)
  for (const line of errors) console.error(line)
  process.exitCode = errors.length > 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2))
