import { text } from '../../../lib/fields/values.js'
import { interfaceValues } from '../../../lib/events/interface-fields.js'
import { recordEvent } from '../../../lib/events/record-event.js'
import { recordSeries } from '../../../lib/series/make-series.js'
import type { Series } from '../../../lib/series/plan-series.js'
import { derivedId } from '../../../lib/fields/identifier.js'
import type { Owner } from '../../../lib/runtime/owner.js'
import { seriesStore } from '../../../lib/series/store/series-store.js'
import type { Table } from '../../../lib/table/table.js'
import type { Outcome } from '../../command.js'
import { command } from '../../command.js'
import { orMissing } from '../../errors.js'
import { formatDetails } from '../../output/format.js'
import { omitUndefined } from '../../output/omit-undefined.js'
import { describeOwner, flag, optional, owner, ownerIn, positiveInteger, required } from '../../options.js'
import { dates, seriesDatesIn } from './dates.js'
import { readCountry } from '../../../lib/access/store/read-settings.js'
import { startingWith } from '../../../lib/questions/question.js'
import { contact, contactIn } from './contact.js'
import { questions } from './questions.js'
import { accessIn, details, geocoder, locationIn, waiting } from './details.js'

export const create = command({
  name: 'create',
  does: "Make an event as the organizer's own interface would",
  example: 'event create --group 6f2b8f5e-… --title "Phone bank" --origin-system Turnout --capacity 40 --json',
  options: {
    ...owner,
    title: required('--title <title>', 'what the event is called', text),
    origin_system: required('--origin-system <name>', 'where the event came from, for people', text),
    capacity: optional('--capacity <number>', 'most RSVPs that are accepted', positiveInteger()),
    hidden: flag('--hidden', 'hide it in the interface'),
    ...waiting,
    ...contact,
    ...details,
    ...dates,
    questions,
    campaign: optional('--event-campaign <id>', 'id of a campaign of the same owner', text),
  },
  run: async (values, { open }) => {
    const of = ownerIn(values)
    const { app, owners, campaigns, events, table } = await open()
    const country = values.country ?? (values.weekdays && (await readCountry(table, of)))
    const seriesDates = seriesDatesIn(values, country)
    const principal = { ...(await orMissing(owners.principalOf(of), describeOwner(of))), key_id: 'admin' }
    const campaign = values.campaign
    const ofCampaign = campaign
      ? await orMissing(campaigns.find(of, campaign), `event campaign with the id ${campaign} of this owner`)
      : undefined

    const { title, origin_system, name, description, instructions, browser_url } = values
    const { start_date, end_date, timezone_identifier, language, attendance_mode, questions } = values
    const optionals = omitUndefined({
      name,
      description,
      instructions,
      browser_url,
      start_date,
      end_date,
      timezone_identifier,
      language,
      attendance_mode,
      questions,
    })
    const { capacity, hidden = false } = values
    const answering = contactIn(values)
    const accessibility = accessIn(values)
    const request = {
      draft: startingWith(ofCampaign?.questions, {
        title,
        origin_system,
        ...optionals,
        location: locationIn(values),
        ...(answering && { contact: answering }),
        ...(accessibility && { accessibility }),
        ...(values.kind && { kind: values.kind }),
      }),
      event_campaign_id: campaign,
      made_in_interface: { ...interfaceValues(values), hidden },
    }
    const scheduling = { ...app, events, geocode: await geocoder() }
    if (seriesDates) {
      const id = await unusedSeriesId(table, of, { request, seriesDates })
      return outcomeOf(await recordSeries(principal, id, request, seriesDates, scheduling))
    }
    const event = await recordEvent(principal, request, [], scheduling)
    return {
      json: event,
      text: formatDetails({ id: event.id, title, start_date: event.start_date, capacity }),
    }
  },
})

/**
 * Returns the id of a series that is to be made. The same command completes a making that was interrupted; after that,
 * it makes another series.
 */
async function unusedSeriesId(table: Table, owner: Owner, command: object): Promise<string> {
  for (let number = 1; ; number++) {
    const id = derivedId('series of a command', owner, JSON.stringify(command), String(number))
    if (!(await seriesStore(table).find(id))) return id
  }
}

const outcomeOf = ({ id: series, count, events }: Series): Outcome => ({
  json: { series, count, events },
  text: formatDetails({ series, count, first: events[0], last: events.at(-1) }),
})
