import { Command } from 'commander'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { version } from '../../package.json' with { type: 'json' }
import { formatted } from '../../checks/formatted.js'
import { alarmResources } from '../monitoring/alarms.js'
import { queueResources } from '../queues/queues.js'
import { type Release, holdingOf } from './release-check.js'
import { writeRelease } from './files.js'
import { settingsOf } from '../settings.js'
import { tableProperties } from '../table/table.js'

/*
 * `npm run release`: writes the files of a release (files.ts), and remembers in infra/release/last-release.json which
 * resources of it hold data. A test compares the template with it (infra/release/release-check.ts) until the next one.
 */

type Resources = Parameters<typeof holdingOf>[0]

const FILE = join(import.meta.dirname, 'last-release.json')

const resourcesIn = (file: string) =>
  (parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as { Resources: Resources }).Resources

/** The release that the code here would make. */
export function nextRelease(): Release {
  const { KeySchema, GlobalSecondaryIndexes, AttributeDefinitions } = tableProperties
  return {
    table: { KeySchema, GlobalSecondaryIndexes, AttributeDefinitions },
    holding: holdingOf({
      ...resourcesIn('../queues/queues.yml'),
      ...resourcesIn('../monitoring/logs.yml'),
      ...resourcesIn('../images.yml'),
      ...(queueResources() as Resources),
      ...(alarmResources(settingsOf('prod')) as Resources),
    }),
  }
}

/** The release that owners have. */
export const lastRelease = (): Release & { version: string } =>
  JSON.parse(readFileSync(FILE, 'utf8')) as Release & { version: string }

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const program = new Command('npm run release --')
    .description(
      'Writes which resources of this release hold data into infra/release/last-release.json, and its files into a folder',
    )
    .option('--out <folder>', 'where its files are written', 'release')
    .option('--from <address>', 'where its files will be downloaded from, which the template then names')
  const { out, from } = program.parse().opts<{ out: string; from?: string }>()
  const { sums } = await writeRelease(out, from?.replace(/\/$/, ''))
  for (const [name, sum] of Object.entries(sums)) console.log(`${sum}  ${name}`)
  writeFileSync(FILE, await formatted(JSON.stringify({ version, ...nextRelease() }), FILE))
}
