import type { Client } from '../../../lib/table/client/client.js'

/**
 * A client whose commands all take as long as one another: answers go back when each command that is under way has its
 * own. What waits for several of them then takes the same turns on a busy machine as on an idle one.
 */
export function inStep(client: Client): Client {
  let underWay = 0
  let answered: (() => void)[] = []
  const goOn = () => {
    if (underWay > 0) return
    const all = answered
    answered = []
    for (const giveBack of all) giveBack()
  }
  return {
    ...client,
    send: async (command, options) => {
      underWay += 1
      try {
        return await client.send(command, options)
      } finally {
        underWay -= 1
        await new Promise<void>((giveBack) => {
          answered.push(giveBack)
          // Commands that follow from the answers before are under way by then.
          setImmediate(goOn)
        })
      }
    },
  }
}
