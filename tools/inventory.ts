import { Command } from 'commander'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { withCommands } from '../admin/list-commands.js'
import { packagedTemplate, withInventory } from '../infra/inventory.js'

/*
 * `npm run inventory` writes two tables of docs/owning.md: the commands of `npm run admin`, and the resources of the
 * stage that was packaged last. Tests compare them, the second for dev.
 */

const PAGE = 'docs/owning.md'

new Command('npm run inventory --')
  .description('Writes the tables of docs/owning.md: commands, and resources of the stage that was packaged last')
  .parse()
const page = await withCommands(readFileSync(PAGE, 'utf8'))
writeFileSync(PAGE, existsSync('.serverless') ? await withInventory(page, packagedTemplate()) : page)
