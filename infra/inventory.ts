import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withTable } from '../checks/formatted.js'

interface Template {
  Resources: Record<string, { Type: string }>
}

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
  withTable(page, 'docs/architecture.md', 'inventory', inventory(template))
