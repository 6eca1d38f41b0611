import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { randomInt } from 'node:crypto'
import type { Challenge } from './admit-visit.js'

/**
 * PBKDF2 with so many iterations takes a browser's own implementation a millisecond, and a script's as long. A solver
 * has to try all numbers up to one of these, times the difficulty.
 */
const ITERATIONS = 5_000
const [LEAST, MOST] = [100, 300]

/** Long enough for a slow phone at the greatest difficulty, and for a person who is interrupted. */
const LIFETIME_S = 600

/** A solution has some 700 characters. */
const MAX_LENGTH = 2_000

/** The secret that signs challenges, and what was spent: a process remembers the former. */
interface Secrets {
  secret(): Promise<string>
  spend(id: string, expires: number): Promise<boolean>
}

/**
 * Issues and verifies proofs of work by ALTCHA's protocol (https://altcha.org/docs/v2/proof-of-work). A challenge is
 * signed, and names its event and its expiry.
 */
export const challengesOf = (store: Secrets) => ({
  /** @param difficulty from 1 to 8, to which the work is proportional */
  async issue(event: string, difficulty: number): Promise<Challenge> {
    const challenge = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: ITERATIONS,
      counter: randomInt(LEAST, MOST + 1) * difficulty,
      deriveKey,
      expiresAt: Math.floor(Date.now() / 1000) + LIFETIME_S,
      data: { event },
      hmacSignatureSecret: await store.secret(),
    })
    return { ...challenge }
  },

  /** Whether it solves a challenge for this event that has not expired. Each challenge is accepted once. */
  async accept(event: string, sent: string): Promise<boolean> {
    const payload = readPayload(sent)
    if (!payload) return false
    const { challenge, solution } = payload
    const { verified } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret: await store.secret(),
    }).catch(() => ({ verified: false }))
    const { data, expiresAt = 0 } = challenge.parameters
    return verified && data?.['event'] === event && store.spend(challenge.signature, expiresAt)
  },
})

type Payload = Pick<Parameters<typeof verifySolution>[0], 'solution'> & {
  challenge: Awaited<ReturnType<typeof createChallenge>> & { signature: string }
}

/** Reads the solution of a form: base64 of JSON. @returns undefined when it is not a solution */
function readPayload(sent: string): Payload | undefined {
  if (sent.length > MAX_LENGTH) return undefined
  try {
    const payload = JSON.parse(Buffer.from(sent, 'base64').toString()) as Partial<Payload> | null
    const { challenge, solution } = payload ?? {}
    const isWhole = typeof challenge?.signature === 'string' && typeof challenge.parameters === 'object'
    return isWhole && challenge.parameters !== null && solution ? { challenge, solution } : undefined
  } catch {
    return undefined
  }
}
