import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..', '..')
const GENERATED = ['.cache', '.data', '.git', '.serverless', 'build', 'coverage', 'node_modules']

/** Returns the paths of all Markdown files below a folder, relative to the root of the repository. */
export const markdownFiles = (folder = ''): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return GENERATED.includes(entry.name) ? [] : markdownFiles(path)
    return path.endsWith('.md') ? [path] : []
  })

/** Returns a sentence for each relative link of a Markdown file that leads to no file or to no heading. */
export function brokenLinks(file: string, text = read(file)): string[] {
  return linkTargets(text).flatMap((target) => {
    const [path = '', anchor] = target.split('#')
    const destination = path === '' ? file : relative(ROOT, resolve(ROOT, dirname(file), decodeURI(path)))
    if (path !== '' && !existsSync(join(ROOT, destination))) return [`${file}: ${target} is not a file`]
    if (anchor === undefined) return []
    const content = path === '' ? text : statSync(join(ROOT, destination)).isFile() ? read(destination) : ''
    return headingAnchors(content).has(anchor) ? [] : [`${file}: ${target} is not a heading`]
  })
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Returns the text without fenced code, in which brackets and `#` have other meanings. */
const withoutCode = (text: string) => text.replace(/^(`{3,}).*\n[\s\S]*?^\1$/gm, '')

/** Returns the targets of inline links and images, without absolute addresses. */
function linkTargets(text: string): string[] {
  const prose = withoutCode(text).replace(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(\s*<?([^)\s>]+)/g)]
    .map(([, target]) => target as string)
    .filter((target) => !/^[a-z][a-z+.-]*:/i.test(target))
}

/** Returns the anchors of all headings as GitHub derives them: the second heading of a name gets the suffix `-1`. */
function headingAnchors(text: string): Set<string> {
  const seen = new Map<string, number>()
  return new Set(
    [...withoutCode(text).matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading]) => {
      const plain = (heading as string).replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      const anchor = plain
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-')
      const count = seen.get(anchor) ?? 0
      seen.set(anchor, count + 1)
      return count === 0 ? anchor : `${anchor}-${count}`
    }),
  )
}
