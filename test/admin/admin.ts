import { run } from '../../admin/run.js'
import { readLocalSettings } from '../../lib/runtime/environment.js'
import { freshTable } from '../support/engine/tables.js'

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
