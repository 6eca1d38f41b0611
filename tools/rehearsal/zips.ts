import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { toolEnvironment } from '../../lib/runtime/environment.js'
import { step } from './step.js'

/** AWS's own client of the runtime interface, which npm builds from C++ for this machine: it needs g++ and make. */
const CLIENT = 'aws-lambda-ric@4.0.2'
const FOLDER = '.cache/rehearsal/runtime'

/** Runs every zip under AWS's own client of the runtime interface, by the test that else uses a client of ours. */
export async function rehearseZips(): Promise<void> {
  const program = resolve(FOLDER, 'node_modules', 'aws-lambda-ric', 'index.mjs')
  if (!existsSync(program)) {
    console.log(`Installing ${CLIENT} into ${FOLDER}`)
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(join(FOLDER, 'package.json'), '{"private":true}')
    execFileSync('npm', ['install', '--silent', CLIENT], { cwd: FOLDER, stdio: 'inherit' })
  }
  // The test has an engine of its own, and no emulated AWS.
  const { AWS_ENDPOINT_URL: _, ...environment } = toolEnvironment()
  await step('Every zip under the runtime client of AWS', async () => {
    execFileSync('npx', ['vitest', 'run', 'test/infra/artifact.test.ts'], {
      env: { ...environment, LAMBDA_RUNTIME_CLIENT: program },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
  })
}
