import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, it } from 'vitest'
import { challengesOf } from '../../../lib/visitors/challenges.js'

const EVENT = '00000000-0000-4000-8000-000000000001'

/** Challenges of a process that signs with a secret, and has usedUp nothing yet. */
function challenges(secret: string) {
  const usedUp = new Set<string>()
  return challengesOf({
    secret: async () => secret,
    spend: async (id) => !usedUp.has(id) && usedUp.add(id) !== undefined,
  })
}

const solved = async (challenge: any) => {
  const solution = await solveChallenge({ challenge, deriveKey })
  return { solution, sent: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64') }
}

it('a challenge takes the more work, the more difficult it is', async () => {
  const { solution } = await solved(await challenges('secret').issue(EVENT, 3))
  expect(solution?.counter).toBeGreaterThanOrEqual(300)
  expect((solution?.counter ?? 1) % 3).toBe(0)
})

it('a solution is accepted by every process with the secret, and by no other', async () => {
  const { sent } = await solved(await challenges('secret').issue(EVENT, 1))
  expect(await challenges('another').accept(EVENT, sent)).toBe(false)
  expect(await challenges('secret').accept(EVENT, sent)).toBe(true)
})
