import { execFileSync } from 'node:child_process'
import { Command } from 'commander'
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { parseDocument } from 'yaml'
import examples from '../../lib/openapi/examples.json' with { type: 'json' }
import links from '../../lib/hal/links-of-rooms.json' with { type: 'json' }
import endpoints from '../../lib/http/endpoints/endpoints.json' with { type: 'json' }
import { type Floors, readFloors } from '../../checks/floors.js'
import { withThoseThatNeed } from './floors.js'
import { type Plan, planWithout, roomOfTexts } from './plan.js'

/** Copies the project without some of its rooms (docs/architecture.md). */
async function takeOut(names: string[], { core, to }: { core?: true; to: string }): Promise<void> {
  const floors = readFloors()
  const rooms = withThoseThatNeed(floors, core ? Object.keys(floors.rooms) : names)
  if (rooms.length === 0) throw new Error('Name the rooms to take out, or say --core')
  const folder = resolve(to)
  if (existsSync(folder)) throw new Error(`${folder} is there already`)
  const { gone, changed, packages } = planWithout(rooms)
  const left = execFileSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 1e8 }).trim().split('\n')
  const isGone = new Set(gone)
  for (const file of left) {
    if (isGone.has(file) || !existsSync(file)) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    const text = changed.get(file)
    if (text === undefined) copyFileSync(file, join(folder, file))
    else await writeFormatted(folder, file, text)
  }
  await write(folder, 'lib/floors.json', withoutRooms(floors, rooms))
  await write(folder, 'lib/http/endpoints/endpoints.json', endpointsLeft(isGone))
  await writeFormatted(folder, STREAMS, streamsLeft(isGone))
  await write(folder, 'lib/hal/links-of-rooms.json', linksLeft(rooms, isGone))
  for (const file of TEXTS) await write(folder, file, textsWithout(readJson(file), rooms))
  writeAsRecorded(folder, 'lib/openapi/examples.json', withoutLinks(examples, relationsGone(rooms, isGone)))
  await write(folder, 'package.json', withPackages(readJson<Packages>('package.json'), packages))
  const lock = readJson<{ packages: Record<string, Packages> }>('package-lock.json')
  const root = withPackages(lock.packages[''] as Packages, packages)
  await write(folder, 'package-lock.json', { ...lock, packages: { ...lock.packages, '': root } })
  console.log(`Taken out: ${rooms.join(', ')}`)
  console.log(`${gone.length} files went, ${changed.size} name them no more: ${folder}`)
}

const write = (folder: string, file: string, content: object) => writeFormatted(folder, file, JSON.stringify(content))

/** Writes a file that a test compares with what it records. */
const writeAsRecorded = (folder: string, file: string, content: object) =>
  writeFileSync(join(folder, file), `${JSON.stringify(content, undefined, 2)}\n`)

const writeFormatted = async (folder: string, file: string, text: string) =>
  writeFileSync(join(folder, file), await format(text, { ...(await resolveConfig(file)), filepath: file }))

/** Returns a list of packages without those that only files asked for that went. */
const packagesLeft = (all: Record<string, string>, { before, after }: Plan['packages']) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => after.has(name) || !before.has(name)))

/** Returns package.json, or the same part of the lock file, without the packages that nothing imports any more. */
const withPackages = <P extends Packages>(of: P, packages: Plan['packages']): P => ({
  ...of,
  dependencies: packagesLeft(of.dependencies, packages),
  devDependencies: packagesLeft(of.devDependencies, packages),
})

interface Packages {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

const TEXTS = globSync('lib/texts/*.json')

const readJson = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T

const withoutRooms = ({ rooms, ...others }: Floors, gone: string[]): Floors => ({
  ...others,
  isPart: true,
  rooms: without(rooms, gone),
})

const without = <Of>(rooms: Record<string, Of>, gone: string[]): Record<string, Of> =>
  Object.fromEntries(Object.entries(rooms).filter(([room]) => !gone.includes(room)))

/** Returns the texts of a language without those of rooms. */
const textsWithout = (texts: Record<string, object>, gone: string[]) =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => !gone.includes(roomOfTexts(name))))

type Links = Record<string, Record<string, Record<string, { endpoints: string[] }>>>

/** Returns the links of rooms that lead to an endpoint that is left. */
const linksLeft = (gone: string[], files: ReadonlySet<string>): Links =>
  mapped(without(links as Links, gone), (documents) =>
    mapped(documents, (relations) =>
      Object.fromEntries(
        Object.entries(relations).filter(([, { endpoints: to }]) => to.some((each) => isEndpointLeft(each, files))),
      ),
    ),
  )

const mapped = <Of, To>(record: Record<string, Of>, to: (each: Of) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([name, each]) => [name, to(each)]))

/** Links name an endpoint of both versions without its folder. */
const isEndpointLeft = (named: string, gone: ReadonlySet<string>) =>
  Object.entries(endpoints as Record<string, { file?: string }>).some(
    ([name, { file }]) => (name === named || name.endsWith(`/${named}`)) && !gone.has(`functions/${file ?? name}.ts`),
  )

const relationsIn = (of: Links) =>
  Object.values(of).flatMap((documents) => Object.values(documents).flatMap((each) => Object.keys(each)))

/** The relations to what rooms added, as recorded examples name them. */
function relationsGone(rooms: string[], files: ReadonlySet<string>): string[] {
  const left = new Set(relationsIn(linksLeft(rooms, files)))
  return relationsIn(links as Links)
    .filter((rel) => !left.has(rel))
    .map((rel) => `{native}${rel}`)
}

const withoutLinks = (recorded: object, relations: string[]): object =>
  JSON.parse(JSON.stringify(recorded), function (this: unknown, name, value: unknown) {
    return relations.includes(name) ? undefined : value
  }) as object

const STREAMS = 'infra/queues/streams.yml'

/** Returns the functions of the stream and of schedules whose files are left. */
function streamsLeft(gone: ReadonlySet<string>): string {
  const document = parseDocument(readFileSync(STREAMS, 'utf8'))
  for (const id of Object.keys(document.toJS() as object))
    if (gone.has(`functions/${id.replace('-', '/')}.ts`)) document.delete(id)
  return document.toString({ lineWidth: 0 })
}

const endpointsLeft = (gone: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(endpoints as Record<string, { file?: string }>).filter(
      ([name, { file }]) => !gone.has(`functions/${file ?? name}.ts`),
    ),
  )

await new Command('npm run take-out --')
  .description('Copies the project without some rooms of lib, and those that need them')
  .argument('[rooms...]', 'optional rooms of lib/floors.json')
  .option('--core', 'takes out all optional rooms')
  .requiredOption('--to <folder>', 'a folder that is not there yet')
  .action(takeOut)
  .parseAsync()
