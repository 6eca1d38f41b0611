import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'
import { closeApi, openApi } from '../api/close-api.js'
import type { Options } from '../options.js'
import { STAGES_FILE, type Settings, settingsOf } from '../settings.js'
import { describeTable } from './table-faults.js'
import { type Clients, apiOf } from './table-stack.js'
import { ownTableOf } from './table.js'

/**
 * Lets the service use another table: says so in infra/stages.yml and deploys. During the
 * deployment the API answers 429: a write to the former table would be missing from the other.
 * @throws Error where there is no such table; the former one is in service then
 */
export async function switchTable(
  { stage, table, region, drain }: Options,
  clients: Clients,
  deploy: (settings: Settings) => Promise<void>,
): Promise<void> {
  if (!table) throw new Error(`Name the table: npm run deploy -- switch --stage ${stage} --table NAME.`)
  if (!(await describeTable(clients.dynamodb, table))) throw new Error(`There is no table ${table}.`)
  const before = readFileSync(STAGES_FILE, 'utf8')
  writeFileSync(STAGES_FILE, withTable(before, stage, table))
  const api = await apiOf(clients, stage)
  const door = api ? { ApiId: api, region } : undefined
  try {
    if (door) await closeApi(door, drain)
    // It opens the API.
    await deploy(settingsOf(stage))
  } catch (error) {
    writeFileSync(STAGES_FILE, before)
    if (door) await openApi(door, settingsOf(stage))
    throw error
  }
  console.log('Commit infra/stages.yml: it names the table in service.')
}

/**
 * The text of infra/stages.yml with the table of a stage. The own table of a stage needs no setting, unless the stage
 * takes its settings from another one that has one.
 */
export function withTable(text: string, stage: string, table: string): string {
  const named = (stages: string, name: string) =>
    (parse(stages, { merge: true }) as Record<string, { table?: string }>)[name]?.table ?? ownTableOf(name)
  let result = setTable(text, stage, table === ownTableOf(stage) ? undefined : table)
  for (const each of Object.keys(parse(text) as object)) {
    const wanted = each === stage ? table : named(text, each)
    if (named(result, each) !== wanted) result = setTable(result, each, wanted)
  }
  return result
}

/** Line by line: what writes YAML also moves its comments. */
function setTable(text: string, stage: string, table: string | undefined): string {
  const lines = text.split('\n')
  const from = lines.findIndex((line) => line.startsWith(`${stage}:`)) + 1
  const next = lines.findIndex((line, i) => i >= from && /^\S/.test(line))
  const to = next < 0 ? lines.length : next
  const block = lines.slice(from, to).filter((line) => !/^ {2}table:/.test(line))
  const last = block.findLastIndex((line) => /^ +[^\s#]/.test(line)) + 1
  if (table !== undefined) block.splice(last, 0, `  table: ${table}`)
  return [...lines.slice(0, from), ...block, ...lines.slice(to)].join('\n')
}
