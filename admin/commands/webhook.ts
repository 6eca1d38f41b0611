import { family } from '../command.js'
import { create } from './webhook/create.js'
import { list } from './webhook/list.js'
import { listen } from './webhook/listen.js'
import { redeliver } from './webhook/redeliver.js'
import { remove } from './webhook/remove.js'
import { test } from './webhook/test.js'

export const webhookCommands = family(
  'webhook',
  'Webhooks of groups and accounts, and their messages on this machine',
  'webhook listen --group 6f2b8f5e-… --forward http://localhost:4000',
  [list, create, test, redeliver, remove, listen],
)
