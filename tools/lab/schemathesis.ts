import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demo } from '../../local/demo.js'
import { pythonIn, run } from './python.js'
import { explained } from './schemathesis.explained.js'
import { startLabServer } from './server.js'
import { runClients } from './table.js'

/*
 * Lets schemathesis derive requests from both OpenAPI documents, valid and invalid ones,
 * and send them to a local server. It fails on a failure that tools/lab/schemathesis.explained.ts does not explain, and
 * on an explanation that explains nothing. The requests are the same each time. It needs Python and the network.
 */

const RELEASE = '4.32.5'
const EXAMPLES = '20'

/** One failure as the report tells it, with the request that caused it. */
interface Failure {
  operation: string
  code: string
  text: string
}

const folder = await mkdtemp(join(tmpdir(), 'lab-'))
const server = await startLabServer(folder)
try {
  const { install } = await pythonIn(folder)
  await install(`schemathesis==${RELEASE}`)
  const failures: Failure[] = []
  const version = (path: string, key: string) => ({
    name: `schemathesis ${RELEASE}, ${path}`,
    calls: async () => {
      const found = await failuresOf(path, key)
      failures.push(...found)
      const strange = unexplained(found)
      const problem = `${strange} answers are not explained`
      return [{ call: 'valid and invalid requests', works: strange === 0, problem }]
    },
  })
  const versions = [version('v1', `api-key: ${demo.group.key}`), version('v2', `OSDI-API-Token: ${demo.group.key}`)]
  await runClients('schemathesis', versions, { asked: process.argv[2] })
  reportIdle(failures)
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function failuresOf(version: string, key: string): Promise<Failure[]> {
  const path = `${folder}/${version}.xml`
  const options = [
    '--generation-deterministic',
    '--max-examples',
    EXAMPLES,
    '--continue-on-failure',
    '--phases',
    'examples,coverage,fuzzing',
    '--header',
    key,
    '--no-color',
    '--report',
    'junit',
    '--report-junit-path',
    path,
  ]
  const document = `${server.url}/api/${version}/openapi.json`
  const program = `${folder}/venv/bin/schemathesis`
  // It exits with 1 where there are failures. What hinders it leaves no report.
  const told = await run(program, ['run', document, ...options], { maxBuffer: 2 ** 26 }).catch(
    (error: unknown) => error as { stdout: string },
  )
  console.log(`${version}: ${/\d+ generated.*/.exec(told.stdout)?.[0] ?? told.stdout}`)
  return failuresIn(await readFile(path, 'utf8'))
}

/** Reads a JUnit report, whose test cases are operations. */
function failuresIn(report: string): Failure[] {
  return [...report.matchAll(/<testcase name="([^"]*)"[^>]*[^/]>.*?<\/testcase>/gs)].flatMap(([testCase, operation]) =>
    testCase
      .split(/\d+\. Test Case ID: /)
      .slice(1)
      .flatMap((text) =>
        [...text.matchAll(/^- (ST\d+) /gm)].map(([, code]) => ({
          operation: operation as string,
          code: code as string,
          text: text.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&lt;', '<'),
        })),
      ),
  )
}

/** Returns the explanations of a failure. */
function explains({ code, text }: Failure) {
  return explained.filter((each) => each.code === code && each.says.test(text))
}

/** Prints the failures without an explanation. @returns how many they are */
function unexplained(failures: Failure[]): number {
  const strange = failures.filter((failure) => explains(failure).length === 0)
  for (const { operation, text } of strange) console.error(`\n${operation}\n${text}`)
  console.log(`${failures.length - strange.length} failures are explained, ${strange.length} are not`)
  return strange.length
}

/** Prints the explanations that nothing needs, which is a failure, too. */
function reportIdle(failures: Failure[]): void {
  const used = new Set(failures.flatMap(explains))
  const idle = explained.filter((each) => !used.has(each))
  for (const { says } of idle) console.error(`\nNothing needs this explanation any more: ${says}`)
  if (idle.length > 0) process.exitCode = 1
}
