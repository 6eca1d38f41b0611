import { environment, functionName } from './environment.js'
import { nameLines } from './log.js'
import { type Service, createService } from './service.js'

/** The service of this process. The functions that the local server runs in one process share it. */
let service: Service | undefined

/**
 * Makes the handler of a function, in the init phase: the service of the environment, and what a file of functions/
 * does with it. The build puts this call around each of them (infra/package/bundle.ts).
 * @throws Error naming every variable of the environment that is missing
 */
export const lambda = <Handler>(endpoint: (service: Service) => Handler): Handler => {
  service ??= createService(environment())
  nameLines(functionName(), service.environment.version)
  return endpoint(service)
}
