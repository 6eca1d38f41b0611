import { family } from '../../command.js'
import { bounce } from './bounce.js'
import { due } from './due.js'
import { lift } from './lift.js'
import { send } from './send.js'
import { word } from './word.js'

export const mailCommands = family(
  'mail',
  'Mail that is due, messages to a selection, and addresses that take no mail',
  'mail due --at 2026-11-03T18:30:00Z',
  [due, send, word, bounce, lift],
)
