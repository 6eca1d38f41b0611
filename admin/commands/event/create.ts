import { randomUUID } from 'node:crypto'
import { text } from '../../../lib/domain/fields/values.js'
import { recordEvent } from '../../../lib/domain/events/record-event.js'
import { command } from '../../command.js'
import { orMissing } from '../../errors.js'
import { formatDetails } from '../../output/format.js'
import { omitUndefined } from '../../output/omit-undefined.js'
import { describeOwner, flag, optional, owner, ownerIn, positiveInteger, required } from '../../options.js'
import { details, geocoder, locationIn, waiting } from './details.js'

export const create = command({
  name: 'create',
  does: "Make an event as the organiser's own interface would",
  example:
    'event create --group 6f2b8f5e-… --title "Phone bank" --origin-system Turnout --capacity 40 --json',
  options: {
    ...owner,
    title: required('--title <title>', 'what the event is called', text),
    origin_system: required('--origin-system <name>', 'where the event came from, for people', text),
    capacity: optional('--capacity <number>', 'most RSVPs that are accepted', positiveInteger()),
    hidden: flag('--hidden', 'hide it in the interface'),
    ...waiting,
    ...details,
    campaign: optional('--event-campaign <id>', 'id of a campaign of the same owner', text),
  },
  run: async (values, { open, settings }) => {
    const of = ownerIn(values)
    const { nativePrefix } = settings()
    const { owners, campaigns, events } = await open()
    const principal = { ...(await orMissing(owners.principalOf(of), describeOwner(of))), key_id: 'admin' }
    const campaign = values.campaign
    if (campaign)
      await orMissing(campaigns.find(of, campaign), `event campaign with the id ${campaign} of this owner`)

    const { title, origin_system, name, description, instructions, browser_url } = values
    const { start_date, end_date, timezone_identifier, language, attendance_mode } = values
    const optionals = omitUndefined({
      ...{ name, description, instructions, browser_url },
      ...{ start_date, end_date, timezone_identifier, language, attendance_mode },
    })
    const { capacity, featured_image_url, hidden = false, waitlist, max_guests, consent_text } = values
    const event = await recordEvent(
      principal,
      {
        draft: { title, origin_system, ...optionals, location: locationIn(values) },
        event_campaign_id: campaign,
        made_in_interface: {
          ...omitUndefined({ capacity, featured_image_url, consent_text }),
          ...(waitlist === 'on' && { waitlist: true }),
          ...(max_guests && { max_guests }),
          hidden,
        },
      },
      [],
      {
        events,
        findRole: (group, person) => owners.findRole(group, person),
        geocode: await geocoder(),
        nativePrefix,
        now: () => new Date(),
        newId: () => randomUUID(),
      },
    )
    return {
      json: event,
      text: formatDetails({ id: event.id, title, start_date: event.start_date, capacity }),
    }
  },
})
