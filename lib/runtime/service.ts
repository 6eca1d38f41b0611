import type { Environment } from './environment.js'

/** A process of the service: its environment, from which lib/app/ makes the parts of each subject. */
export interface Service {
  environment: Environment
}

/** Makes the service of an environment. It opens nothing: each endpoint opens what it needs, once. */
export const createService = (environment: Environment): Service => ({ environment })

/** A function that makes a part of a service. */
export type Part<Made> = (service: Service) => Made

const made = new WeakMap<Service, Map<Part<unknown>, unknown>>()

/** Returns a part of a service, made once: what a store remembers is remembered for all endpoints of a process. */
export function partOf<Made>(service: Service, make: Part<Made>): Made {
  const parts = made.get(service) ?? new Map<Part<unknown>, unknown>()
  made.set(service, parts)
  if (!parts.has(make)) parts.set(make, make(service))
  return parts.get(make) as Made
}
