import { conceal, reveal } from '../../access/store/concealed.js'
import { newSecret } from '../delivery/secret.js'
import type { KeptSecret, Webhook } from '../webhook.js'
import type { Table } from '../../table/table.js'

/** Makes the secret of a webhook: in plain text, and as it is kept. */
export async function makeSecret(table: Table): Promise<{ secret: string; kept: KeptSecret }> {
  const secret = newSecret()
  return { secret, kept: { encrypted: await conceal(table, secret) } }
}

/** The secrets of a webhook that sign now, in plain text. */
export async function secretsOf(table: Table, { secrets }: Webhook): Promise<string[]> {
  const now = new Date().toISOString()
  const valid = secrets.filter(({ until }) => until === undefined || until > now)
  return Promise.all(valid.map((each) => reveal(table, each.encrypted)))
}
