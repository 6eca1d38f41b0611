import { readMail } from '../runtime/environment.js'
import { type Service, partOf } from '../runtime/service.js'
import { HELP_AT_DOOR } from '../stewards/help.door.manage.js'
import { HELP_WITH_EVENT, HELP_WITH_GUESTS, HELP_WITH_MESSAGES } from '../stewards/help.manage.js'
import type { Help } from '../stewards/team-link.js'
import { writingDependencies } from './hosting.js'
import type { Helping } from '../stewards/make-team-link.js'
import { type App, app } from '../table/app.js'

/** The rights that links of teams may give: each is a page that its room brings. */
export const HELP: readonly Help[] = [HELP_AT_DOOR, HELP_WITH_GUESTS, HELP_WITH_MESSAGES, HELP_WITH_EVENT]

/** The context of links of teams, for the interface. */
export const teamLinks = (service: Service) => ({
  ...teamLinksIn(partOf(service, app)),
  writing: writingDependencies(service),
})

/** The context in which links of teams are made. */
export const teamLinksIn = ({ table, now, newId }: Pick<App, 'table' | 'now' | 'newId'>): Helping => ({
  table,
  now,
  newId,
  help: HELP.filter(({ right }) => right !== 'message' || readMail()),
  sendsMail: readMail() !== undefined,
})
