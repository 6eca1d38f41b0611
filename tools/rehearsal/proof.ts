import { readFileSync } from 'node:fs'
import { startLocalServer } from '../../bench/local/server.js'
import { demo } from '../../local/demo.js'
import { succeeds } from './deployments.js'
import type { Scene } from './main.js'
import { expectThat, step } from './step.js'

/*
 * `npm run prove` with all of its options. The emulated AWS calls no functions, so a local server answers the requests.
 * The restore, the rollback and the deployment after it are of the emulated stage.
 */

const MEMBER = 'ada@example.org'

export async function rehearseProof(scene: Scene): Promise<void> {
  const report = `${scene.folder}/proof.md`
  await step('Two deployments to go back between', async () => {
    await succeeds(scene, 'deploy')
    await succeeds(scene, 'deploy', '--force')
  })
  const listed = await succeeds(scene, 'deploy rollback')
  const earlier = [...listed.matchAll(/\d{13}/g)].map(([timestamp]) => timestamp).sort()[0] ?? ''
  const server = await startLocalServer(`${scene.folder}/.data`)
  try {
    await step('The proof of a stage', async () => {
      await succeeds(
        scene,
        'prove',
        '--address',
        server.url,
        '--key',
        demo.group.key,
        '--burst',
        '50',
        '--mail',
        MEMBER,
        '--restore',
        '--rollback',
        earlier,
        '--out',
        report,
      )
    })
  } finally {
    await server.stop()
  }
  await step('Its report has everything, with times', () => {
    const text = readFileSync(report, 'utf8')
    for (const title of [
      'a burst of 50 RSVPs',
      'a message of a webhook',
      'a restore',
      'a rollback, and a deployment after it',
    ])
      expectThat(new RegExp(`\\| ${title} \\| yes \\| .*\\([\\d,]+ ms in all\\) \\|`).test(text), title, text)
    // No one is at the terminal to say when the email came.
    expectThat(text.includes(`| an email to ${MEMBER} | look |`), 'an email to look for', text)
    return Promise.resolve()
  })
}
