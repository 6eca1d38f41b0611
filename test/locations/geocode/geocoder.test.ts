import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { ensureLocationTable } from '../../../infra/package/location-table.js'
import { geocoderOf } from '../../../lib/locations/geocode/geocoder.js'

it('the geocoder asks Amazon Location where the setting says so, and only there', async () => {
  let asked = 0
  const server = createServer((_, response) => {
    asked += 1
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ResultItems: [{ PlaceType: 'Locality', Position: [1, 2] }] }))
  }).listen(0)
  await once(server, 'listening')
  const settings = {
    locationTable: await ensureLocationTable(),
    geocoderEndpoint: `http://localhost:${(server.address() as AddressInfo).port}`,
  }
  const address = { postal_code: '96720' }
  const local = await geocoderOf({ ...settings, geocoder: 'embedded' })(address)
  expect([asked, local.location.locality]).toEqual([0, 'Hilo'])
  const amazon = geocoderOf({ ...settings, geocoder: 'amazon-location' })
  // On a busy machine, the first answer may come too late.
  await expect
    .poll(async () => (await amazon(address)).location.location)
    .toEqual({ latitude: 2, longitude: 1, accuracy: 'Approximate' })
  expect(asked).toBeGreaterThan(0)
  server.closeAllConnections()
  server.close()
})
