import { originPolicy } from '../../../lib/events/origin.js'
import { isNativeId } from '../../../lib/fields/identifier.js'
import { text } from '../../../lib/fields/values.js'
import { teamLinksIn } from '../../../lib/app/stewards.js'
import { makeTeamLink } from '../../../lib/stewards/make-team-link.js'
import { endOf, nameOfLink, teamPath } from '../../../lib/stewards/team-link.js'
import { UserError } from '../../../local/user-error.js'
import { command } from '../../command.js'
import { UsageError, orMissing } from '../../errors.js'
import { optional, required } from '../../options.js'
import { formatDetails } from '../../output/format.js'
import { ofAnyone } from '../../people/of-anyone.js'
import { siteOf } from '../../site.js'
import { revokeTeamLink } from '../../../lib/stewards/store/team-link-store.js'

export const teamLinkCommand = command({
  name: 'team-link',
  does: 'Make a link for a helper of an event who has no account, or revoke one',
  example: 'event team-link 9b467b74-… --rights door --until 2027-03-01T22:00 --email steward@example.org',
  options: {
    id: required('<id>', 'id of the event', text),
    rights: optional('--rights <list>', 'what it allows: some of guests,door,message,edit', text),
    until: optional('--until <time>', 'when it ends, on the clock of the event; else a day after it', text),
    label: optional('--label <text>', 'whose link it is', text),
    email: optional('--email <address>', 'mail the link there, and do not print it', text),
    revoke: optional('--revoke <link>', 'id of the link that ends now', text),
  },
  run: async ({ id, rights, revoke, ...asked }, { settings, open }) => {
    if ((rights === undefined) === (revoke === undefined)) throw new UsageError('Give either --rights or --revoke.')
    const { events, app } = await open()
    const event = await orMissing(ofAnyone(events, id), `event with the id ${id}`)
    const helping = teamLinksIn(app)
    if (revoke !== undefined) {
      const missing = `link with the id ${revoke}`
      const revoking = isNativeId(revoke)
        ? revokeTeamLink(app.table, id, revoke, app.now())
        : Promise.reject(new UserError(`There is no ${missing}.`))
      const link = await orMissing(revoking, missing)
      const summary = { id: link.id, label: nameOfLink(link), revoked: link.revoked_date }
      return { json: summary, text: formatDetails(summary) }
    }
    if (!originPolicy(event).statistics) throw new UserError('The event was made by a program.')
    const given = (rights ?? '').split(',').map((right) => right.trim())
    const { link, token } = await makeTeamLink(helping, event, { ...asked, rights: given })
    const summary = {
      id: link.id,
      label: nameOfLink(link),
      rights: link.rights.join(','),
      until: endOf(link, event),
      ...(token === undefined ? { mailed: asked.email } : { link: siteOf(settings()).publicUrl + teamPath(token) }),
    }
    return { json: summary, text: formatDetails(summary) }
  },
})
