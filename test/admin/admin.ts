import { expect } from 'vitest'
import { run } from '../../admin/run.js'
import { readLocalSettings } from '../../lib/runtime/environment.js'
import { seedDemo } from '../../local/demo.js'
import { freshTable } from '../support/engine/tables.js'

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The options of a new group that name its creator. */
export const CREATOR = [
  '--creator-given-name',
  'Ada',
  '--creator-family-name',
  'Diaz',
  '--creator-email',
  'ada@example.org',
]

/** The answer of a command. */
export interface Answer {
  code: number
  out: string
  err: string
  /** The answer as JSON, for a command that was asked for it. */
  json: any
}

/** Runs commands in this process; without other settings, on the table given. */
export const adminOf = (source: Record<string, string>) => {
  return async (...args: string[]): Promise<Answer> => {
    let [out, err] = ['', '']
    const code = await run(args, {
      settings: () => readLocalSettings(source),
      print: (text) => (out += text),
      printError: (text) => (err += text),
    })
    return { code, out, err, json: args.includes('--json') && out ? JSON.parse(out) : undefined }
  }
}

/** The owner's command line over a table of its own. */
export async function freshAdmin() {
  const { endpoint, tableName } = await freshTable()
  return {
    endpoint,
    tableName,
    admin: adminOf({ TABLE_NAME: tableName, DYNAMODB_ENDPOINT: endpoint }),
  }
}

/** The owner's command line over the demo data. `json` is for commands that succeed. */
export async function seededAdmin() {
  const fresh = await freshAdmin()
  await seedDemo(fresh)
  const json = async (...args: string[]) => {
    const answer = await fresh.admin(...args, '--json')
    expect(answer).toMatchObject({ code: 0, err: '' })
    return answer.json
  }
  return { ...fresh, json }
}
