import { Command } from 'commander'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { formatted } from '../checks/formatted.js'

/*
 * `npm run inventory` counts the resources of the stage that was packaged last into docs/owning.md. A test compares
 * them for dev.
 */

interface Template {
  Resources: Record<string, { Type: string }>
}

const PAGE = 'docs/owning.md'
const PART = /(<!-- inventory -->\n).*?(<!-- end -->)/s

/** The template that `npm run package` has written. @param folder in which the serverless CLI leaves it */
export const packagedTemplate = (folder = '.serverless'): Template =>
  JSON.parse(readFileSync(join(folder, 'cloudformation-template-update-stack.json'), 'utf8')) as Template

export const countOf = ({ Resources }: Template): number => Object.keys(Resources).length

/** The kinds of resources of a template in a table of Markdown, the most frequent first. */
function inventory(template: Template): string {
  const kinds = Map.groupBy(Object.values(template.Resources), ({ Type }) => Type)
  const rows = [...kinds]
    .map(([type, all]) => ({ type, count: all.length }))
    .sort((one, other) => other.count - one.count || one.type.localeCompare(other.type))
  return [
    '| Kind of resource | Number |',
    '| --- | ---: |',
    ...rows.map(({ type, count }) => `| \`${type}\` | ${count} |`),
    `| all | ${countOf(template)} |`,
  ].join('\n')
}

/** The page with the table of a template. */
export const withInventory = (page: string, template: Template): Promise<string> =>
  formatted(page.replace(PART, `$1\n${inventory(template)}\n\n$2`), PAGE)

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  new Command('npm run inventory --')
    .description('Counts the resources of the stage that was packaged last into docs/owning.md')
    .parse()
  writeFileSync(PAGE, await withInventory(readFileSync(PAGE, 'utf8'), packagedTemplate()))
}
