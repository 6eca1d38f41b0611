import { Command } from 'commander'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { withCommands } from '../admin/list-commands.js'
import { packagedTemplate, withInventory } from '../infra/inventory.js'

/*
 * `npm run inventory` writes two tables: the commands of `npm run admin` into docs/admin.md, and the resources of the
 * stage that was packaged last into docs/owning.md. Tests compare them, the second for dev.
 */

const COMMANDS = 'docs/admin.md'
const RESOURCES = 'docs/owning.md'

new Command('npm run inventory --')
  .description('Writes the commands into docs/admin.md, and the resources of the last package into docs/owning.md')
  .parse()
writeFileSync(COMMANDS, await withCommands(readFileSync(COMMANDS, 'utf8')))
if (existsSync('.serverless'))
  writeFileSync(RESOURCES, await withInventory(readFileSync(RESOURCES, 'utf8'), packagedTemplate()))
