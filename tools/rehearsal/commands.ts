import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Scene } from './main.js'
import { describeStack } from '../../infra/table/table-stack.js'
import { succeeds } from './deployments.js'
import { expectThat, step } from './step.js'

/*
 * The commands that an owner pastes at night. Each block of docs/operating.md and docs/alarms.md with a command of AWS
 * is run as it is written there, for the stage of the rehearsal.
 */

interface Pasted {
  heading: string
  text: string
}

/** Parts of blocks that the emulated AWS cannot do, with the reason. */
const LEFT_OUT: [part: string, why: string][] = [
  ['continue-update-rollback', 'moto has no failed rollbacks'],
  ['start-query', 'moto has no language of queries'],
  ['delete-stack', 'it would delete the data'],
  ['start-message-move-task', 'the incidents run them over messages that failed'],
  ['purge-queue', 'the incidents run it over messages that failed'],
]

export async function rehearseCommands(scene: Scene): Promise<void> {
  if (!(await describeStack(scene.cloudformation, 'turnout-dev')))
    await step('A deployment', () => succeeds(scene, 'deploy'))
  const guide = readFileSync('docs/operating.md', 'utf8')
  writeFileSync(join(scene.folder, 'trust.json'), blocksOf(guide, 'json')[0]?.text ?? '')
  const alarms = readFileSync('docs/alarms.md', 'utf8')
  const blocks = [...blocksOf(guide, 'sh'), ...blocksOf(alarms, 'sh')].filter(({ text }) => /\baws /.test(text))
  await step('What "ask" prints of an answer of CloudWatch', () => printsResults(scene, guide))
  for (const { heading, text } of blocks) {
    const left = LEFT_OUT.find(([part]) => text.includes(part))
    if (left) console.log(`  Not run: the commands under "${heading}", as ${left[1]}`)
    else
      await step(`The commands under "${heading}"`, async () => {
        const { status, output } = await paste(scene, text)
        expectThat(status === 0, `these commands to succeed:\n${text}`, output)
      })
  }
}

/** The first block of commands under a heading of docs/operating.md. */
export function commandsUnder(heading: string, nth = 0): string {
  const found = blocksOf(readFileSync('docs/operating.md', 'utf8'), 'sh').filter((each) => each.heading === heading)[
    nth
  ]
  if (!found) throw new Error(`docs/operating.md has no commands under "${heading}".`)
  return found.text
}

/** The blocks of a language, each with the heading that it stands under. */
function blocksOf(guide: string, language: string): Pasted[] {
  const found: Pasted[] = []
  let heading = ''
  for (const [, title, indent, kind, text] of guide.matchAll(/^#+ ([^\n]*)$|^( *)```(\w*)\n(.*?)^ *```$/gms))
    if (title !== undefined) heading = title
    else if (kind === language) found.push({ heading, text: (text ?? '').replaceAll(`\n${indent ?? ''}`, '\n') })
  return found
}

/** moto answers no query of the logs, so what prints the results is tried over an answer as AWS documents it. */
async function printsResults(scene: Scene, guide: string): Promise<void> {
  const results = [
    ['one', 'two'],
    ['three', 'four'],
  ].map((row) => row.map((value) => ({ field: 'x', value })))
  const [, printed = ''] = /get-query-results .* --query '(results[^']*)'/.exec(guide) ?? []
  const program = `import jmespath, json; print(json.dumps(jmespath.search(${JSON.stringify(printed)}, ${JSON.stringify({ results })})))`
  const { output } = await paste(scene, `python -c '${program}'`)
  expectThat(output.trim() === '[["one", "two"], ["three", "four"]]', 'a line of values for each result', output)
}

export function paste({ folder, environment, binaries }: Scene, text: string) {
  const script = text.replaceAll('STAGE=prod', 'STAGE=dev')
  // The command line of Python's index asks AWS for queues, whatever its environment says.
  const aws = 'aws() { command aws --endpoint-url "$AWS_ENDPOINT_URL" "$@"; }'
  return new Promise<{ status: number; output: string }>((done, fail) => {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', `${aws}\n${script}`], {
      cwd: folder,
      // Version 1 of its command line, which Python's index has, reads the other variable.
      env: {
        ...environment,
        AWS_DEFAULT_REGION: environment.AWS_REGION,
        STAGE: 'dev',
        TABLE_NAME: 'turnout-dev',
        ACCOUNT: '123456789012',
        PATH: `${binaries}:/usr/local/bin:/usr/bin:/bin`,
        HOME: folder,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => (output += part))
    child.on('error', fail)
    child.on('close', (status) => done({ status: status ?? 1, output }))
  })
}
