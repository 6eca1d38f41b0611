import ICAL from 'ical.js'

/** Reads a calendar by the parser of Thunderbird, which is independent of the writer. */
export function readCalendar(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const valueIn = (component: ICAL.Component, name: string) =>
    (component.getFirstPropertyValue(name) as { toString: () => string } | null)?.toString()
  return {
    // The parser leaves the escapes of a property that it does not know.
    name: valueIn(calendar, 'x-wr-calname')?.replace(/\\([\\;,])/g, '$1'),
    events: calendar.getAllSubcomponents('vevent').map((entry) => {
      const event = new ICAL.Event(entry)
      const instant = (time: ICAL.Time) => time.toJSDate().toISOString().replace('.000Z', 'Z')
      return {
        uid: event.uid,
        summary: event.summary,
        description: event.description,
        location: event.location,
        sequence: event.sequence,
        /** The instant, or where there is none, what the clock shows. */
        start: isFloating(event.startDate) ? event.startDate.toString() : instant(event.startDate),
        end: isFloating(event.endDate) ? event.endDate.toString() : instant(event.endDate),
        hasEnd: entry.hasProperty('dtend'),
        properties: entry.getAllProperties().map(({ name }) => name),
        value: (name: string) => valueIn(entry, name),
      }
    }),
  }
}

const isFloating = ({ zone }: ICAL.Time) => zone === ICAL.Timezone.localTimezone

/** The only event of a calendar. */
export function readEntry(text: string) {
  const [event, ...others] = readCalendar(text).events
  if (!event || others.length > 0) throw new Error(`Not one event, but ${others.length + (event ? 1 : 0)}`)
  return event
}
