import { createClient } from 'hal-rest-client'
import { check } from './report.mjs'

const [base, key, event] = process.argv.slice(2)
const client = createClient(base, { headers: { 'OSDI-API-Token': key } })

await check('read the entry point', async () => (await client.fetchResource(base)).prop('motd'))
await check('follow a link', async () =>
  (await (await client.fetchResource(base)).link('osdi:events').fetch()).prop('total_records'),
)
await check('read an event', async () => (await client.fetchResource(`${base}/events/${event}`)).prop('title'))
