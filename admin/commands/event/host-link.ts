import { changeHostLink } from '../../../lib/hosting/host-link.js'
import { text } from '../../../lib/fields/values.js'
import { command } from '../../command.js'
import { UserError } from '../../../local/user-error.js'
import { UsageError, orMissing } from '../../errors.js'
import { formatDetails } from '../../output/format.js'
import { flag, required } from '../../options.js'
import { ofAnyone } from '../../people/of-anyone.js'

export const hostLinkCommand = command({
  name: 'host-link',
  does: 'Send the host of an event another link, which ends the old one, or revoke the link',
  example: 'event host-link 9b467b74-… --send',
  options: {
    id: required('<id>', 'id of the event', text),
    send: flag('--send', 'mail another link to the host'),
    revoke: flag('--revoke', 'end the link'),
  },
  run: async ({ id, send = false, revoke = false }, { open }) => {
    if (send === revoke) throw new UsageError('Give either --send or --revoke.')
    const { events } = await open()
    const event = await orMissing(ofAnyone(events, id), `event with the id ${id}`)
    if (!event.host_link) throw new UserError('No supporter hosts this event.')
    const action = send ? 'send' : 'revoke'
    const after = await changeHostLink(event.owner, id, action, { events, now: () => new Date() })
    const host_link = after.host_link?.revoked ? 'revoked' : 'sent'
    return {
      json: { id, title: after.title, host: after.creator, host_link },
      text: formatDetails({ id, title: after.title, host: after.creator, host_link }),
    }
  },
})
