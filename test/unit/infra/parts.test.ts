import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Reads the settings as a CLI does that is installed at a path, in a project without a build. */
function readBy(cli: string) {
  const project = mkdtempSync(join(tmpdir(), 'turnout-parts-'))
  const [infra, installed] = [join(project, 'infra'), join(project, 'node_modules', cli)]
  for (const folder of [infra, installed]) mkdirSync(folder, { recursive: true })
  copyFileSync('infra/parts.cjs', join(infra, 'parts.cjs'))
  writeFileSync(join(installed, 'main.cjs'), "require('../../infra/parts.cjs').settings()")
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(installed, 'main.cjs')], {
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

it('a deployment says in one sentence that there is no build', () => {
  expect(readBy('osls')).toEqual({
    status: 1,
    output: 'build/ is not there or incomplete. Use npm run package or npm run deploy, with -- --stage STAGE.\n',
  })
})

it('a deployment says in one sentence which CLI deploys', () => {
  const { status, output } = readBy('serverless')
  expect(status).toBe(1)
  expect(output).toMatch(/^This service is deployed with osls, .*\n$/)
})
