import { mailStore } from '../mail/store/mail-store.js'
import { readMail } from '../runtime/environment.js'
import { newId } from '../runtime/request-context.js'
import { type Service, partOf } from '../runtime/service.js'
import { HELP_AT_DOOR } from '../stewards/help.door.manage.js'
import { HELP_WITH_EVENT, HELP_WITH_GUESTS, HELP_WITH_MESSAGES } from '../stewards/help.manage.js'
import type { TeamLinkDependencies } from '../stewards/make-team-link.js'
import { teamLinkStore } from '../stewards/store/team-link-store.js'
import type { Help } from '../stewards/team-link.js'
import { type Table, table } from '../table/table.js'
import { writingDependencies } from './hosting.js'

/** The rights that links of teams may give: each is a page that its room brings. */
export const HELP: readonly Help[] = [HELP_AT_DOOR, HELP_WITH_GUESTS, HELP_WITH_MESSAGES, HELP_WITH_EVENT]

/** The dependencies of links of teams, for the interface. */
export const teamLinks = (service: Service) => ({
  ...teamLinksIn(partOf(service, table)),
  writing: writingDependencies(service),
})

/** The same for commands of the owner, which have a table alone. */
export const teamLinksIn = (of: Table): TeamLinkDependencies => ({
  links: teamLinkStore(of),
  help: HELP.filter(({ right }) => right !== 'message' || readMail()),
  mails: readMail() && mailStore(of),
  now: () => new Date(),
  newId,
})
