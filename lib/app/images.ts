import { imageStore } from '../images/image-store.js'
import type { Service } from '../runtime/service.js'

/** Images that organizers have uploaded. */
export const images = ({ environment }: Service) => imageStore(environment)
