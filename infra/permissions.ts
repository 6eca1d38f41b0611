import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { INDEXES, type Keys, kinds, kindsOf, numberingGrants } from './needs.js'
import { rolesOf } from './roles.js'
import { numberers } from './routes.js'
import { idOf } from './names.js'

/*
 * `npm run permissions` writes docs/permissions.md, by which a review sees what every function may do. A test holds it
 * to be current.
 */

export const FILE = join(import.meta.dirname, '..', 'docs', 'permissions.md')

/** The page, as it stands when it is current. */
export function permissionsPage(): string {
  const rows = rolesOf().map(({ functions, needs, geocodes }) => {
    const { reads, writes, deletes } = kindsOf(needs)
    const names = functions.map((each) => `\`${each}\``).join(', ')
    return `| ${names} | ${needs.join(', ')} | ${[reads, writes, deletes].map((all) => all.join(', ')).join(' | ')} | ${geocodes ? 'yes' : ''} |`
  })
  const keys = Object.entries(kinds).map(
    ([kind, keys]: [string, Keys]) =>
      `| ${[kind, quoted(keys.table), ...INDEXES.map((index) => quoted(keys[index]))].join(' | ')} |`,
  )
  const grants = numberingGrants.map(
    ({ actions, index = '', leadingKeys = ['any'] }) =>
      `| ${actions.map((each) => each.split(':')[1]).join(', ')} | ${index || 'the table'} | ${quoted(leadingKeys)} |`,
  )
  return `# What each function may do

Written by \`npm run permissions\` from [infra/endpoints.json](../infra/endpoints.json) and
[infra/needs.ts](../infra/needs.ts); a test holds it to be current. Functions of one row share a role.

| Functions | Need to | Read | Write | Delete | Ask Amazon Location, where the stage says so |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

To read is \`GetItem\`, \`BatchGetItem\` and \`Query\`; to write \`PutItem\` and \`UpdateItem\`; to delete \`DeleteItem\`.
Each of them only with partition keys of its kinds (\`dynamodb:LeadingKeys\`). Of an index, functions only read. No
function may scan.

| Kind | Keys of the table | ${INDEXES.map((index) => `Keys of the index \`${index}\``).join(' | ')} |
| --- | --- | ${INDEXES.map(() => '---').join(' | ')} |
${keys.join('\n')}

The two functions that number members of hot lists share one role:
${numberers.map((name) => `\`${idOf({ name })}\``).join(' and ')}.

| Actions | On | Keys |
| --- | --- | --- |
${grants.join('\n')}
| DescribeStream, GetRecords, GetShardIterator, ListStreams | the stream of the table | |
| SendMessage | the failure queue | |

\`streams-compute-results\`, which computes large results, may run queries, follow the stream and use the failure
queue.

Every function may also write to the log group of the functions, and to nothing else. API Gateway has a role that may
call the functions that have routes.
`
}

const quoted = (patterns: string[] = []) => patterns.map((each) => `\`${each}\``).join(', ')

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(FILE, permissionsPage())
