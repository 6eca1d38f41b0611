import { text } from '../../../lib/domain/fields/values.js'
import { cancelEvent } from '../../../lib/domain/events/interface-event.js'
import { command } from '../../command.js'
import { orMissing } from '../../errors.js'
import { ofAnyone } from '../../people/of-anyone.js'
import { required } from '../../options.js'
import { siteOf } from '../../site.js'
import { outcomeOf } from './changed-event.js'

export const cancel = command({
  name: 'cancel',
  does: "Cancel an event of the organiser's own interface, which refuses RSVPs from then on. It cannot be undone",
  example: 'event cancel 9b467b74-… --json',
  options: { id: required('<id>', 'id of the event', text) },
  run: async ({ id }, { open, settings }) => {
    const site = siteOf(settings())
    const { events } = await open()
    const { owner } = await orMissing(ofAnyone(events, id), `event with the id ${id}`)
    return outcomeOf(site, await cancelEvent(owner, id, { events, now: () => new Date() }))
  },
})
