import { Ketting } from 'ketting'
import { check } from './report.mjs'

const [base, key, event] = process.argv.slice(2)
const client = new Ketting(base)
client.use((request, next) => {
  request.headers.set('OSDI-API-Token', key)
  return next(request)
})

await check('read the entry point', async () => (await client.go().get()).data.motd)
await check('follow a link', async () => (await (await client.follow('osdi:events')).get()).data.total_records)
await check('read an event', async () => (await client.go(`${base}/events/${event}`).get()).data.title)
await check('update an event', async () => {
  const resource = client.go(`${base}/events/${event}`)
  const state = await resource.get()
  state.data.title = 'By Ketting'
  await resource.put(state)
  return (await resource.refresh()).data.title === 'By Ketting'
})
await check('record an attendance', async () => {
  const attendances = await client.go(`${base}/events/${event}`).follow('osdi:record_attendance_helper')
  return attendances.post({ data: { person: { email_addresses: [{ address: 'ketting@example.org' }] } } })
})
