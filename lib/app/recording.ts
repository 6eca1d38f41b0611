import { randomUUID } from 'node:crypto'
import { geocoderOf } from '../locations/geocode/geocoder.js'
import type { Geocode } from '../locations/location.js'
import type { Recording } from '../people/record-person.js'
import { type Service, partOf } from '../runtime/service.js'
import { type App, app } from '../table/app.js'

/** The context of recording people. Contacts find people again, so their ids may differ. */
export const recordingIn = (of: App, geocode: Geocode): Recording => ({ ...of, geocode, newId: () => randomUUID() })

/** The same of a service. */
export const recording = (service: Service) => recordingIn(partOf(service, app), geocoderOf(service.environment))
