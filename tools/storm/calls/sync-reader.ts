import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from './client.js'
import type { Ledger } from './ledger.js'
import { PUBLIC_URL } from '../processes.js'
import { pathOfDocument } from '../fixture.js'

/** A copy of a collection that is kept as docs/api/sync.md says. */
export interface SyncReader {
  collection: string
  /** Dates of the last change, by the address of the member. */
  copy: Map<string, string>
  /** Number of finished runs. */
  runs: () => number
  /** Does one run, from the newest date of the copy. @returns whether it came to its end */
  run: () => Promise<boolean>
}

/** Attempts of a page before a run is given up and begun again. */
const ATTEMPTS = 40

export function syncReader(collection: string, client: Client, ledger: Ledger): SyncReader {
  const copy = new Map<string, string>()
  let newest = '1970-01-01T00:00:00Z'
  let runs = 0

  const page = async (path: string) => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const answer = await client.send({ method: 'GET', path })
      ledger.record(`sync of ${collection}`, [], answer)
      if (answer.status === 200) return answer.body
      await pause(50 + 5 * attempt)
    }
    return undefined
  }

  return {
    collection,
    copy,
    runs: () => runs,
    run: async () => {
      const filter = encodeURIComponent(`modified_date gt '${newest}'`)
      let next: string | undefined = `${collection}?per_page=100&filter=${filter}`
      let newestMet = newest
      while (next) {
        const document: any = await page(next)
        if (!document) return false
        for (const member of Object.values(document._embedded as object)[0] as any[]) {
          copy.set(pathOfDocument(member), member.modified_date as string)
          if (member.modified_date > newestMet) newestMet = member.modified_date as string
        }
        next = (document._links.next?.href as string | undefined)?.slice(PUBLIC_URL.length)
      }
      newest = newestMet
      runs += 1
      return true
    },
  }
}
