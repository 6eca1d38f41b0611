import { family } from '../../command.js'
import { create } from './create.js'
import { list } from './list.js'
import { listen } from './listen.js'
import { redeliver } from './redeliver.js'
import { remove } from './remove.js'
import { test } from './test.js'

export const webhookCommands = family(
  'webhook',
  'Webhooks of groups and accounts, and their messages on this machine',
  'webhook listen --group 6f2b8f5e-… --forward http://localhost:4000',
  [list, create, test, redeliver, remove, listen],
)
