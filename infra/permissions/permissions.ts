import { Command } from 'commander'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { queues } from '../../lib/app/queues.js'
import { csvRow } from '../../lib/csv/row.js'
import { PENDING } from '../../lib/collections/pending.js'
import { BOUNDARY_FILE, boundaryText } from './boundary.js'
import { POLICY_FILE, policyText } from './deployer.js'
import { kindsOf } from './grants.js'
import { INDEXES, type Keys, kinds } from './kinds.js'
import { type NeedName, SWEEPER_NEEDS } from './needs/needs.js'
import { ordinalGrants } from './ordinals.js'
import { rolesOf } from './roles.js'
import { sequencers } from '../queues/consumers.js'
import { idOf } from '../names.js'

/*
 * `npx tsx infra/permissions/permissions.ts` writes docs/permissions.md, which lists the permissions of every function
 * for reviews, and the tables beside it. A test checks that they are current.
 */

const DOCS = join(import.meta.dirname, '../..', 'docs')

/** The page and its tables, by path, as they stand when they are current. */
export const permissionFiles = (): Record<string, string> => ({
  [join(DOCS, 'permissions.md')]: permissionsPage(),
  [join(DOCS, 'permissions-of-functions.csv')]: table([
    ['functions', 'needs', 'reads', 'writes', 'deletes', 'calls Amazon Location', 'images'],
    ...rolesOf().map(({ functions, needs, geocodes, images }) => {
      const { reads, writes, deletes } = kindsOf(needs)
      return [...[functions, needs, reads, writes, deletes].map(listed), geocodes ? 'yes' : '', images ?? '']
    }),
  ]),
  [join(DOCS, 'permissions-of-items.csv')]: table([
    ['kind of item', 'keys of the table', 'attributes', ...INDEXES.map((index) => `keys of the index ${index}`)],
    ...Object.entries(kinds).map(([kind, keys]: [string, Keys]) => [
      kind,
      ...[keys.table, keys.attributes, ...INDEXES.map((index) => keys[index])].map(listed),
    ]),
  ]),
})

const listed = (all: readonly string[] = []) => all.join(', ')
const table = (rows: string[][]) => rows.map(csvRow).join('').replaceAll('\r', '')

function permissionsPage(): string {
  const grants = ordinalGrants.map(
    ({ actions, index = '', leadingKeys = ['any'] }) =>
      `| ${actions.map((each) => each.split(':')[1]).join(', ')} | ${index || 'the table'} | ${quoted(leadingKeys)} |`,
  )
  const ofQueues = queues.map(({ name, needs, concurrency, batchSize, seconds, attempts }) => {
    const { reads, writes, deletes } = kindsOf(needs as NeedName[])
    const limits = [concurrency, batchSize, seconds, attempts].join(' | ')
    return `| \`queues-${name}\` | ${limits} | ${needs.join(', ')} | ${[reads, writes, deletes].map((all) => all.join(', ')).join(' | ')} |`
  })
  return `# Permissions

What may each function do, and on which items?
[Functions](permissions-of-functions.csv) has a row for each role: the functions that share it, their needs, and the
kinds of items that they read, write and delete. [Items](permissions-of-items.csv) has the partition keys of each kind.
\`npx tsx infra/permissions/permissions.ts\` writes both and this page from
[endpoints.json](../lib/http/endpoints/endpoints.json) and [needs](../infra/permissions/needs/needs.ts).

Reads are \`GetItem\`, \`BatchGetItem\` and \`Query\`; writes are \`PutItem\` and \`UpdateItem\`; deletes are \`DeleteItem\`.
Each is restricted to the partition keys of its kinds (\`dynamodb:LeadingKeys\`). Where the table names attributes, only
those may be updated (\`dynamodb:Attributes\`). Functions that record people may also insert claims of contacts by
\`PartiQLInsert\`. Functions only read indexes. No function may scan the table. \`schedules-sweep\` and the two
functions that send mail may scan the index \`${PENDING}\`, which has keys and names of lists (record
[0047](decisions/0047-idle-minutes.md)). Images are objects of the bucket: functions read or write single ones, and
list none. Amazon Location is for stages that use it.

The two functions that assign ordinals to members of contended lists may do this:
${sequencers.map((name) => `\`${idOf({ name })}\``).join(' and ')}. The second does not read the stream. It also repeats
merges and erasures, with these needs:

${SWEEPER_NEEDS.map((name) => `- ${name}`).join('\n')}

| Actions | Resource | Keys |
| --- | --- | --- |
${grants.join('\n')}
| DescribeStream, GetRecords, GetShardIterator, ListStreams | the stream of the table | |
| SendMessage | the failure queue | |

\`streams-fan-out\` may read the stream and send to the failure queue and to every other queue. Of the table it may read
webhooks, and to whom events, campaigns and tags belong.

## Queues

Each function of a queue may read and delete the messages of its queue. \`queues-note-bounces\` looks into it by itself,
each minute. In an account with fewer than 100 instances, each runs at most two at once.

| Function | At once | Messages at once | Seconds | Attempts | Needs | Reads | Writes | Deletes |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${ofQueues.join('\n')}

Every function may also write to the log group of the functions, and to no other. API Gateway has a role that may call
the functions that have routes.
`
}

const quoted = (patterns: string[] = []) => patterns.map((each) => `\`${each}\``).join(', ')

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  new Command('npx tsx infra/permissions/permissions.ts')
    .description('Writes docs/permissions.md, its tables and the policies beside it')
    .parse()
  for (const [path, text] of Object.entries(permissionFiles())) writeFileSync(path, text)
  writeFileSync(POLICY_FILE, policyText())
  writeFileSync(BOUNDARY_FILE, boundaryText())
}
