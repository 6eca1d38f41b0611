import { type Answer, type Question, send } from './commands-of-places.js'
import { processOn } from './places.js'

/* A process that sends commands as it is told: commands-of-places.ts starts it with a table and its endpoint. */

const [tableName = '', endpoint = ''] = process.argv.slice(2)
const through = processOn({ tableName, endpoint })
const answer = (content: Answer) => process.send?.(content)

process.on('message', ({ sent, scene }: Question) => {
  send(through, sent, scene).then(
    () => answer({}),
    (error: unknown) => answer({ error: error instanceof Error ? String(error.stack) : String(error) }),
  )
})
answer({})
