import traverson from 'traverson'
import HalAdapter from 'traverson-hal'
import { check } from './report.mjs'

traverson.registerMediaType(HalAdapter.mediaType, HalAdapter)
const [base, key] = process.argv.slice(2)
const headers = { 'OSDI-API-Token': key }
const from = () => traverson.from(base).jsonHal().withRequestOptions({ headers })
const done = (work) =>
  new Promise((resolve, reject) => work((error, result) => (error ? reject(error) : resolve(result))))

await check('read the entry point', async () => (await done((back) => from().getResource(back))).motd)
await check('follow a link', async () =>
  Number.isInteger((await done((back) => from().follow('osdi:events').getResource(back))).total_records),
)
await check(
  'follow an embedded resource',
  async () => (await done((back) => from().follow('osdi:events', 'osdi:events[0]').getResource(back))).title,
)
await check('create an event', async () => {
  const event = { title: 'Traverson', origin_system: 'Traverson' }
  return (await done((back) => from().follow('osdi:events').post(event, back))).statusCode === 200
})
