import { Command } from 'commander'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { commandList } from '../admin/list-commands.js'
import { packagedTemplate, withInventory } from '../infra/inventory.js'

/*
 * `npx tsx tools/inventory.ts` writes the commands of `npm run admin` into docs/admin-commands.csv, and the resources
 * of the stage that was packaged last into docs/architecture.md. Tests compare them, the second for dev.
 */

const COMMANDS = 'docs/admin-commands.csv'
const RESOURCES = 'docs/architecture.md'

new Command('npx tsx tools/inventory.ts')
  .description('Writes docs/admin-commands.csv, and the resources of the last package into docs/architecture.md')
  .parse()
writeFileSync(COMMANDS, commandList())
if (existsSync('.serverless'))
  writeFileSync(RESOURCES, await withInventory(readFileSync(RESOURCES, 'utf8'), packagedTemplate()))
