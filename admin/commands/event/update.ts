import { text } from '../../../lib/fields/values.js'
import { updateInterfaceEvent } from '../../../lib/events/interface-event.js'
import { editDates } from '../../../lib/series/edit-dates.js'
import { command } from '../../command.js'
import { UsageError, orMissing } from '../../errors.js'
import { ofAnyone } from '../../people/of-anyone.js'
import { omitUndefined } from '../../output/omit-undefined.js'
import { switchFollowUp } from '../mail/follow-up.js'
import { flagOrNot, onOrOff, optional, orDefault, orNone, positiveInteger, required } from '../../options.js'
import { siteOf } from '../../site.js'
import { contact, contactIn } from './contact.js'
import { accessIn, details, geocoder, locationIn, waitingOrNone } from './details.js'
import { questions } from './questions.js'
import { outcomeOf } from './changed-event.js'
import { datesOutcome, ofSeries } from './several-dates.series.js'

export const update = command({
  name: 'update',
  does: "Change an event of the organizer's own interface; the word none clears a date or an address",
  example: 'event update 9b467b74-… --title "Phone bank, upstairs" --end-date none --no-hidden --json',
  options: {
    id: required('<id>', 'id of the event', text),
    title: optional('--title <title>', 'what the event is called', text),
    origin_system: optional('--origin-system <name>', 'where the event came from, for people', text),
    hidden: flagOrNot('--hidden', 'hide it in the interface', 'show it again'),
    capacity: orNone(optional('--capacity <number>', 'how many may come', positiveInteger())),
    ...waitingOrNone,
    ...contact,
    ...details,
    featured_image_url: orNone(details.featured_image_url),
    browser_url: orNone(details.browser_url),
    start_date: orNone(details.start_date),
    end_date: orNone(details.end_date),
    timezone_identifier: orNone(details.timezone_identifier),
    kind: orNone(details.kind),
    accessibility: orNone(details.accessibility),
    accessibility_notes: orNone(details.accessibility_notes),
    questions: orNone(questions),
    language: orNone(details.language),
    attendance_mode: orNone(details.attendance_mode),
    follow_up: optional(
      '--follow-up <on|off|default>',
      'whether people are mailed after it; or default, as its group says',
      orDefault(onOrOff),
    ),
    ...ofSeries,
  },
  run: async ({ id, follow_up, series: reach = 'this', ...values }, { open, settings }) => {
    const site = siteOf(settings())
    const { venue, address, locality, region, postal_code, country, ...named } = values
    const { contact_name, contact_email, contact_phone, contact_public, ...further } = named
    const { accessibility, accessibility_notes, ...others } = further
    const access = { accessibility, accessibility_notes }
    const location = locationIn({ venue, address, locality, region, postal_code, country })
    const answering = { contact_name, contact_email, contact_phone, contact_public }
    const sent = {
      ...omitUndefined(others),
      ...(Object.keys(location).length > 0 && { location }),
    }
    if (Object.keys(omitUndefined({ ...sent, ...answering, ...access, follow_up })).length === 0)
      throw new UsageError('Give at least one option that says what changes.')
    const { events, table } = await open()
    const before = await orMissing(ofAnyone(events, id), `event with the id ${id}`)
    const change = {
      ...sent,
      ...omitUndefined({
        contact: contactIn(answering, before.contact),
        accessibility: accessIn(access, before.accessibility),
      }),
    }
    const dependencies = { table, events, geocode: await geocoder(), now: () => new Date() }
    if (reach !== 'this') {
      const seed = JSON.stringify({ reach, change, follow_up })
      const dates = await editDates({ event: before, reach, seed }, change, dependencies)
      if (follow_up !== undefined) for (const date of dates) await switchFollowUp(table, date, follow_up)
      return datesOutcome(dates)
    }
    const event = await updateInterfaceEvent(before.owner, id, change, dependencies)
    if (follow_up !== undefined) await switchFollowUp(table, id, follow_up)
    return outcomeOf(site, event)
  },
})
