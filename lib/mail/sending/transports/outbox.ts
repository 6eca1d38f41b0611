import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mailer } from '../../mail.js'
import { compose } from '../compose.js'

/** Keeps mails as files instead of sending them: `<time>-<kind>-<id>.eml`, so that names are in the order of time. */
export const outbox = (folder: string, from: string): Mailer => ({
  async send(mail) {
    const { raw } = await compose(mail, from)
    const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
    const file = join(folder, `${time}-${mail.kind}-${mail.id}.eml`)
    await mkdir(folder, { recursive: true })
    // The rename prevents reads of half a file.
    await writeFile(`${file}.new`, raw)
    await rename(`${file}.new`, file)
  },
})
