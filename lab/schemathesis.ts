import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { demo } from '../local/demo.js'
import { startServer } from '../local/server.js'

/*
 * `npm run lab:schemathesis` sends requests that schemathesis makes of both OpenAPI documents, with a fixed seed, to a
 * local server. It fails when the service and its document disagree in a way that lab/schemathesis.json does not
 * explain.
 */

const PACKAGE = 'schemathesis==4.26.1'
const CACHE = resolve('.cache/lab/schemathesis')
const run = promisify(execFile)

/** Why a disagreement is none: the check that it is of, and a pattern of what schemathesis reports. */
interface Explanation {
  check: string
  report: string
  because: string
}

interface Failure {
  operation: string
  check: string
  report: string
}

const versions = [
  { path: '/api/v1', header: 'api-key' },
  { path: '/api/v2', header: 'OSDI-API-Token' },
]

async function failuresOf(url: string, { path, header }: (typeof versions)[number]): Promise<Failure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'schemathesis-'))
  const options = [
    ...['run', `${url}${path}/openapi.json`, '-H', `${header}: ${demo.group.key}`],
    ...['--seed', '1', '--max-examples', '10', '--phases', 'examples,fuzzing', '--workers', '1'],
    // Bodies of many rows are slow to invent.
    ...['--suppress-health-check', 'all', '--continue-on-failure'],
    ...['--report', 'junit', '--report-dir', folder],
  ]
  // It exits with 1 when it has found something.
  const outcome = await run(join(CACHE, 'venv/bin/schemathesis'), options, {
    cwd: folder,
    maxBuffer: 1e8,
  }).catch((error: unknown) => error as { stdout?: string })
  const file = (await readdir(folder)).find((name) => name.endsWith('.xml'))
  if (file === undefined) throw new Error(`schemathesis made no report: ${outcome.stdout?.slice(-2_000)}`)
  const failures = failuresIn(await readFile(join(folder, file), 'utf8'))
  await rm(folder, { recursive: true })
  return failures
}

/** Reads the failures in a report. An error of schemathesis itself is one, too. */
function failuresIn(xml: string): Failure[] {
  const cases = [...xml.matchAll(/<testcase name="([^"]+)"[^>]*[^/]>([\s\S]*?)<\/testcase>/g)]
  return cases.flatMap(([, operation = '', text = '']) => {
    const parts = text.split(/\n- (?=[A-Z])/).slice(1)
    const failed = parts.map((part) => ({
      operation,
      check: part.split('\n')[0]?.trim() ?? '',
      report: part,
    }))
    return failed.length > 0 || !/<(failure|error)/.test(text)
      ? failed
      : [{ operation, check: 'error', report: text }]
  })
}

async function main(): Promise<void> {
  if (!existsSync(join(CACHE, 'venv/bin/schemathesis'))) {
    await mkdir(CACHE, { recursive: true })
    await run('python3', ['-m', 'venv', join(CACHE, 'venv')])
    await run(join(CACHE, 'venv/bin/python'), ['-m', 'pip', 'install', '--quiet', PACKAGE])
  }
  const explanations = JSON.parse(
    await readFile(join(import.meta.dirname, 'schemathesis.json'), 'utf8'),
  ) as Explanation[]
  const folder = await mkdtemp(join(tmpdir(), 'lab-'))
  const server = await startServer({
    ...{ port: 0, dataDir: `${folder}/data`, publicUrl: undefined, nativePrefix: 'service' },
    ...{ tableName: undefined, dynamodbEndpoint: undefined, underNpm: false },
  })
  try {
    for (const version of versions) {
      const failures = await failuresOf(server.url, version)
      const unexplained = failures.filter(
        ({ check, report }) =>
          !explanations.some((each) => each.check === check && new RegExp(each.report).test(report)),
      )
      console.log(
        `${version.path}: ${failures.length} disagreements, ${unexplained.length} without explanation`,
      )
      for (const { operation, report } of unexplained) console.log(`\n${operation}: ${report}`)
      if (unexplained.length > 0) process.exitCode = 1
    }
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

await main()
