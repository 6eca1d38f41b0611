import { text } from '../../../lib/fields/values.js'
import { cancelEvent } from '../../../lib/events/interface-event.js'
import { cancelDates } from '../../../lib/series/edit-dates.js'
import { command } from '../../command.js'
import { orMissing } from '../../errors.js'
import { ofAnyone } from '../../people/of-anyone.js'
import { required } from '../../options.js'
import { siteOf } from '../../site.js'
import { outcomeOf } from './changed-event.js'
import { datesOutcome, ofSeries } from './several-dates.series.js'

export const cancel = command({
  name: 'cancel',
  does: "Cancel an event of the organizer's own interface, which refuses RSVPs from then on. It cannot be undone",
  example: 'event cancel 9b467b74-… --json',
  options: { id: required('<id>', 'id of the event', text), ...ofSeries },
  run: async ({ id, series: reach = 'this' }, { open, settings }) => {
    const site = siteOf(settings())
    const { events, table } = await open()
    const event = await orMissing(ofAnyone(events, id), `event with the id ${id}`)
    const geocode = () => Promise.reject(new Error('A cancellation has no place'))
    const dependencies = { table, events, geocode, now: () => new Date() }
    if (reach !== 'this') return datesOutcome(await cancelDates({ event, reach, seed: reach }, dependencies))
    return outcomeOf(site, await cancelEvent(event.owner, id, dependencies))
  },
})
