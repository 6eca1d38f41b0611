import osdi from 'osdi-client'
import { check } from './report.mjs'

const [base, key] = process.argv.slice(2)
// Given an address, the client wants https; given the entry point, it does not ask for it.
const client = await osdi.client(await (await fetch(base)).json())
const withKey = (request) => request.set('OSDI-API-Token', key)

await check('read the entry point', async () => client)
await check('list people', async () => withKey(client.getPeople()))
await check('list events', async () => withKey(client.getEvents()))
