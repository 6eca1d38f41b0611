import { SIGN_IN } from '../../manage/paths.js'
import { comingUp } from '../../near/store/coming-up.js'
import { frontDoorPage } from '../../near/pages/front-door.pages.js'
import type { FrontDoor } from '../../openapi/pages/home-page.js'
import { partOf } from '../../runtime/service.js'
import { table } from '../../table/table.js'
import { eventFinder } from '../near.js'

/** What rooms make of the page at `/`. */
export const frontDoor: FrontDoor = {
  page: async (service, site, request) => {
    const { find } = partOf(service, eventFinder)
    const groups = await comingUp(partOf(service, table), find, new Date())
    return frontDoorPage(site, { groups, signIn: SIGN_IN }, request)
  },
}
