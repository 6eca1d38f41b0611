import { readFileSync, writeFileSync } from 'node:fs'
import { succeeds } from './deployments.js'
import type { Scene } from './main.js'
import { expectThat, step } from './step.js'

/*
 * A release that reads data as today's writes it, and one that does not. The older one is the same code, which says
 * that it knows nothing of the last change of data.
 */

const FILE = 'infra/release/data-changes.ts'
const LAST = /\n {2}\{\n {4}release: '[^']+',\n {4}older: '([^']+)',\n {2}\},\n\]/

export async function rehearseRollback(scene: Scene): Promise<void> {
  const file = `${scene.folder}/${FILE}`
  const today = readFileSync(file, 'utf8')
  const [, wrongly = 'nothing'] = LAST.exec(today) ?? []
  await step('An older release, and this one after it', async () => {
    writeFileSync(file, today.replace(LAST, '\n]'))
    await succeeds(scene, 'deploy')
    writeFileSync(file, today)
    await succeeds(scene, 'deploy')
  })
  const listed = await succeeds(scene, 'rollback')
  const timestamps = [...listed.matchAll(/\d{13}/g)].map(([timestamp]) => timestamp).sort()
  const [older, newer] = timestamps.slice(-2) as [string, string]
  await step('Going back to the older one is refused, and says what it would show wrongly', async () => {
    const { status, output } = await scene.run('rollback', '--stage', 'dev', '--timestamp', older)
    expectThat(status !== 0 && output.includes(wrongly), wrongly, output)
  })
  await step('Going back to it all the same, and forth again', async () => {
    await succeeds(scene, 'rollback', '--timestamp', older, '--yes')
    const output = await succeeds(scene, 'rollback', '--timestamp', newer)
    expectThat(!output.includes(wrongly), 'no warning', output)
  })
}
