/*
 * The part of schema.org's vocabulary that pages use: types with their properties and the ranges of these, as
 * https://schema.org/Event and the pages of the other types define them. A type has the properties of its parents.
 */
interface Type {
  parent?: string
  properties: Record<string, string[]>
}

const TYPES: Record<string, Type> = {
  Thing: {
    properties: { name: ['Text'], url: ['URL'], description: ['Text'], image: ['URL'] },
  },
  Event: {
    parent: 'Thing',
    properties: {
      startDate: ['Date', 'DateTime'],
      endDate: ['Date', 'DateTime'],
      eventStatus: ['EventStatusType'],
      eventAttendanceMode: ['EventAttendanceModeEnumeration'],
      inLanguage: ['Text'],
      location: ['Place', 'VirtualLocation'],
      organizer: ['Organization', 'Person'],
      offers: ['Offer'],
      maximumAttendeeCapacity: ['Integer'],
      remainingAttendeeCapacity: ['Integer'],
    },
  },
  Place: { parent: 'Thing', properties: { address: ['PostalAddress', 'Text'] } },
  VirtualLocation: { parent: 'Thing', properties: {} },
  Organization: { parent: 'Thing', properties: {} },
  Offer: { parent: 'Thing', properties: { availability: ['ItemAvailability'] } },
  PostalAddress: {
    parent: 'Thing',
    properties: {
      streetAddress: ['Text'],
      addressLocality: ['Text'],
      addressRegion: ['Text'],
      postalCode: ['Text'],
      addressCountry: ['Text'],
    },
  },
}

const ENUMERATIONS: Record<string, string[]> = {
  EventStatusType: ['EventScheduled', 'EventCancelled', 'EventMovedOnline', 'EventPostponed', 'EventRescheduled'],
  EventAttendanceModeEnumeration: [
    'OfflineEventAttendanceMode',
    'OnlineEventAttendanceMode',
    'MixedEventAttendanceMode',
  ],
  ItemAvailability: ['InStock', 'SoldOut', 'LimitedAvailability', 'OutOfStock', 'PreOrder', 'PreSale'],
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})?$/

/** Whether a value is of a range of the vocabulary. */
function isOf(range: string, value: unknown): boolean {
  if (range in TYPES) return typeof value === 'object' && value !== null && (value as any)['@type'] === range
  if (range in ENUMERATIONS) return ENUMERATIONS[range]!.some((each) => value === `https://schema.org/${each}`)
  if (range === 'Integer') return Number.isInteger(value) && (value as number) >= 0
  if (typeof value !== 'string') return false
  if (range === 'URL') return /^https?:\/\//.test(value) && URL.canParse(value)
  if (range === 'Date') return DATE.test(value)
  if (range === 'DateTime') return DATE_TIME.test(value)
  return range === 'Text' && value !== ''
}

/** Returns the parts of a JSON-LD document that are not in the vocabulary, each by its path. */
export function vocabularyFaults(node: any, path = ''): string[] {
  const { '@type': name, '@context': context, ...properties } = node
  if (path === '' && context !== 'https://schema.org') return ['@context']
  if (!TYPES[name]) return [`${path}@type ${name}`]
  return Object.entries(properties).flatMap(([property, value]) => {
    const ranges = rangesOf(name, property)
    if (!ranges) return [`${path}${property} of ${name}`]
    return [value].flat().flatMap((each) => {
      if (!ranges.some((range) => isOf(range, each))) return [`${path}${property}: ${JSON.stringify(each)}`]
      return typeof each === 'object' ? vocabularyFaults(each, `${path}${property}.`) : []
    })
  })
}

function rangesOf(name: string, property: string): string[] | undefined {
  const { parent, properties } = TYPES[name] as Type
  return properties[property] ?? (parent === undefined ? undefined : rangesOf(parent, property))
}
