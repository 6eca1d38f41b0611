import { SIGN_IN } from '../../manage/paths.js'
import { frontDoorPage } from '../../near/pages/front-door.pages.js'
import type { FrontDoor } from '../../openapi/pages/home-page.js'
import { partOf } from '../../runtime/service.js'
import { comingUp } from '../near.js'

/** The way of organizers, where they have pages. */
const FOR_ORGANIZERS: { signIn?: string } = { signIn: SIGN_IN }

/** The page of rooms at `/`. */
export const frontDoor: FrontDoor = {
  page: async (service, site, request) => {
    const groups = await partOf(service, comingUp)()
    return frontDoorPage(site, { groups, ...FOR_ORGANIZERS }, request)
  },
}
