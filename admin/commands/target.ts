import { family } from '../command.js'
import { actions } from './target/actions.js'
import { create } from './target/create.js'
import { list } from './target/list.js'
import { people } from './target/people.js'
import { run } from './target/run.js'

export const targetCommands = family(
  'target',
  'Everyone who acted on an event: saved queries, and the people they find',
  'target create --group 6f2b8f5e-… --title "Came to the rally" --include 9b467b74-…',
  [actions, create, list, run, people],
)
