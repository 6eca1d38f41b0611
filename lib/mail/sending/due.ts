import { setTimeout as pause } from 'node:timers/promises'
import { deliver } from '../deliver-mail.js'
import { isTaken } from '../mail-request.js'
import { type MailingDependencies, workMailing } from './mailings.js'

/** The longest wait for an email that another process has claimed, in milliseconds. */
const PATIENCE_MS = 40_000

/**
 * Does all work that is due at a time: mails that could not be sent before, and mailings.
 * @param until no further work begins after this time, in milliseconds since 1970
 * @returns how many emails were sent
 */
export async function sendDueMail(
  at: Date,
  dependencies: MailingDependencies,
  { until, patient = false }: { until: number; patient?: boolean },
): Promise<number> {
  const { mailings, mails } = dependencies
  const tried = new Set<string>()
  const started = new Set<string>()
  const givenUp = Date.now() + (patient ? PATIENCE_MS : 0)
  let sent = 0
  while (Date.now() < until) {
    const [ids, all] = await Promise.all([mailings.due(at), mails.due(at)])
    const due = all.filter((id) => !tried.has(id))
    if (ids.length === 0 && due.length === 0) break
    const before = sent
    // A mailing that was split has parts, which are due as well.
    const isNew = ids.some((id) => !started.has(id))
    for (const id of ids) started.add(id)
    for (const id of ids) sent += (await unlessFailing(() => workMailing(id, dependencies, until), dependencies)) ?? 0
    for (const id of due) {
      if (Date.now() >= until) break
      const delivery = await unlessFailing(async () => {
        const request = await mails.find(id)
        return request && deliver(id, request, dependencies)
      }, dependencies)
      if (delivery === 'sent') sent += 1
      if (!isTaken(delivery)) tried.add(id)
    }
    if (sent > before || isNew) continue
    // Another process is at the rest, or has crashed at it a moment ago.
    const left = (await mailings.due(at)).length > 0 || (await mails.due(at)).some((id) => !tried.has(id))
    if (!left || Date.now() >= givenUp) break
    await pause(500)
  }
  return sent
}

/** Reports a failure of one email or mailing. The others go on, and the next run tries it again. */
const unlessFailing = <Result>(
  work: () => Promise<Result>,
  { report }: MailingDependencies,
): Promise<Result | undefined> =>
  work().catch((error: unknown) => {
    report(String(error))
    return undefined
  })
