import { Command } from 'commander'
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { DECLARATIONS, IDENTIFIERS, OPENINGS, PHRASES, TITLES_WITHOUT_SUBJECT } from './words.js'

/*
 * Keeps private vocabulary out of the repository, noun clauses out of the openings of comments, and titles without a
 * subject out of the tests. `npm run check` runs it.
 */

/** A word that must not occur. */
export interface Finding {
  /** Line number, from 1. */
  line: number
  word: string
  /** The term to use. */
  say: string
}

const PROJECT = resolve(import.meta.dirname, '..')
const CHECKED = /\.(tsx?|js|cjs|md|yml|css|json)$/
const CODE = /\.(tsx?|js|cjs)$/
const TESTS = /\.test\.tsx?$/
/** Installed, generated and measured files, and the files that list the words. */
const SKIPPED = new Set([
  'node_modules',
  'build',
  'coverage',
  'bench/results',
  'checks',
  'test/unit/checks',
  'package-lock.json',
])

/** Separates the words of a phrase: white space, and the start of a line in a comment. */
const SPACE = '(?:\\s|\\*|//)+'

const phrases = Object.entries(PHRASES).map(
  ([phrase, say]) => [new RegExp(`\\b(?:${phrase.replaceAll(' ', SPACE)})\\b`, 'gi'), say] as const,
)

/** Matches the first word of a comment. A line comment that follows another one continues it. */
const opening = new RegExp(
  `(?:/\\*\\*?${SPACE}|(?<!^[ \\t]*//.*\\n)^[ \\t]*// ?)(${OPENINGS.join('|')})\\b`,
  'gm',
)

/**
 * Finds private vocabulary: phrases anywhere in a file, identifiers and openings of comments in code, titles of tests.
 * @param file its name, whose ending decides whether it is code
 */
export function findingsIn(file: string, text: string): Finding[] {
  const found = phrases.flatMap(([pattern, say]) =>
    [...text.matchAll(pattern)].map(({ 0: word, index }) => ({ index, word, say })),
  )
  if (CODE.test(file)) found.push(...identifiersIn(file, text), ...openingsIn(text))
  if (TESTS.test(file)) found.push(...titlesIn(file, text))
  return found
    .sort((one, other) => one.index - other.index)
    .map(({ index, word, say }) => ({ line: text.slice(0, index).split('\n').length, word, say }))
}

function openingsIn(text: string) {
  return [...text.matchAll(opening)].map(({ 0: comment, 1: word = '', index }) => ({
    index: index + comment.length - word.length,
    word,
    say: 'a sentence with a subject, or a verb in the third person',
  }))
}

/** Reads the statements of the file alone: the title of a `describe` or a test within another one continues it. */
function titlesIn(file: string, text: string) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  return source.statements.flatMap((statement) => {
    if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) return []
    const { expression, arguments: given } = statement.expression
    const [title] = given
    if (title === undefined) return []
    const word = /^\W?(\w*)/.exec(title.getText(source))?.[1] ?? ''
    const openings = TITLES_WITHOUT_SUBJECT[/^\w+/.exec(expression.getText(source))?.[0] ?? '']
    if (!openings?.includes(word)) return []
    return [{ index: title.getStart(source), word, say: 'the subject of the test first' }]
  })
}

/** The compiler's own parser finds names, also in templates, and no words in strings and regular expressions. */
function identifiersIn(file: string, text: string) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: { index: number; word: string; say: string }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      const word = node.text.replace(/^#/, '')
      const say = termFor(word, IDENTIFIERS) ?? (isDeclared(node) ? termFor(word, DECLARATIONS) : undefined)
      if (say !== undefined) found.push({ index: node.getStart(source), word, say })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const termFor = (word: string, terms: Record<string, string>) =>
  Object.hasOwn(terms, word) ? terms[word] : undefined

const isDeclared = (node: ts.Node) =>
  (ts.isFunctionDeclaration(node.parent) || ts.isVariableDeclaration(node.parent)) &&
  node.parent.name === node

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

function main(): void {
  new Command('npm run check:language --').description('Reports words that this project does not use').parse()
  const errors = filesIn(PROJECT)
    .sort()
    .flatMap((file) =>
      findingsIn(file, readFileSync(join(PROJECT, file), 'utf8')).map(
        ({ line, word, say }) => `${file}:${line}  "${word}": say ${say}`,
      ),
    )
  for (const line of errors) console.error(line)
  process.exitCode = errors.length > 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
