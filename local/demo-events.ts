import { htmlOfTyped } from '../lib/markup/typed-text.js'
import type { EventDraft, InterfaceFields } from '../lib/events/event.js'

/** An event, the day on which it is, counted from today, and who comes: in this order, the first ones long ago. */
export interface Scheduled extends Partial<EventDraft> {
  id?: string
  title: string
  day: number
  hours: [from: string, until: string]
  made?: Partial<InterfaceFields>
  guests?: Guest[]
}

/** A guest, the people they bring, and where they found the event. */
export type Guest = [name: string, brings?: number, source?: string | undefined]

/** The events that pictures and tests show. Their links of yesterday work today. */
export const SCENE = {
  past: '2c8a1f6e-90b4-4d37-8e52-6f1d3a7b9c0f',
  rally: '2c8a1f6e-90b4-4d37-8e52-6f1d3a7b9c10',
  full: '2c8a1f6e-90b4-4d37-8e52-6f1d3a7b9c11',
}

const at = (venue: string, street: string, locality: string, postal_code: string) => ({
  location: { venue, address_lines: [street], locality, region: 'IL', postal_code, country: 'US' },
})

/** Its HTML comes from Markdown, as its form shows it. */
const RALLY = htmlOfTyped(
  [
    'The night we start: meet the team, pick your part of town, and leave with a plan, a partner and a slice of pizza.\n',
    '- **6:00** Doors, coats, pizza (also vegan and halal)',
    '- **6:30** What a shutoff notice means, and how to stop one',
    '- **7:00** Find your ward captain, choose a street\n',
    'New to this? Half of the room will be. You need no experience.',
  ].join('\n'),
)

const FIRST = 'Ben Carla Dmitri Esi Farah Gus Hana Ivo Jun Kofi Lena Mo Nadia'.split(' ')
const LAST = 'Adeyemi Brandt Costa Diaz Eze Fuentes Grant Haddad Ito Jensen Khan'.split(' ')
const FULL = ['Idris Bello', 'Mei-Ling Zhou', 'Rosa Castellanos', 'Yusuf Abdi', 'Chidi Okafor']
const SOURCES = ['newsletter', 'whatsapp', undefined, 'newsletter', 'poster']

/** Makes guests up, each with another name. */
export const others = (count: number, given = FIRST, family = LAST): Guest[] =>
  Array.from({ length: count }, (_, i) => [
    `${given[i % given.length]} ${family[(i * 7) % family.length]}`,
    i % 3,
    SOURCES[i % SOURCES.length],
  ])

/** The events of an invented group, in Springfield and around it. */
export const scheduled: Scheduled[] = [
  {
    id: SCENE.past,
    title: 'How to read a gas bill',
    kind: 'training',
    day: -9,
    hours: ['18:00', '19:30'],
    guests: others(16),
    ...at('Lincoln Library', '326 S 7th St', 'Springfield', '62701'),
    description: '<p>Bring yours. We read it together, and write down what is wrong with it.</p>',
  },
  {
    id: SCENE.rally,
    title: 'Keep the Heat On: kickoff rally',
    kind: 'rally',
    day: 5,
    hours: ['18:00', '20:00'],
    ...at('Union Hall', '120 Main Street', 'Springfield', '62701'),
    description: RALLY,
    instructions: '<p>Come in by the ramp on Adams Street. Doors open at 5:30.</p>',
    made: { capacity: 240, max_guests: 3, waitlist: true },
    guests: [['Ana Whitfield-Reyes', 2], ...others(40)],
  },
  {
    id: SCENE.full,
    title: 'Tenants’ assembly and potluck: what the new lease at 4400 Riverside means',
    kind: 'meeting',
    day: 18,
    hours: ['18:30', '21:00'],
    address_shown: 'guests',
    ...at('At Fatima’s', '4400 Riverside Dr', 'Peoria', '61602'),
    description: '<p>Bring a dish, bring your lease. A housing lawyer reads it with us line by line.</p>',
    made: { capacity: 3, max_guests: 1, waitlist: true },
    guests: [...FULL.map((name): Guest => [name]), ['Olga Petrova', 1]],
  },
  {
    title: 'Letter evening for the utility board',
    day: 19,
    hours: ['18:00', '20:00'],
    guests: others(9),
    ...at('Lincoln Library', '326 S 7th St', 'Springfield', '62701'),
  },
  {
    title: 'Door-knocking, ward 3',
    kind: 'canvass',
    day: 26,
    hours: ['10:00', '12:00'],
    guests: others(4),
    ...at('Comer Cox Park', '301 S Martin Luther King Dr', 'Springfield', '62703'),
  },
  {
    title: 'Kitchen-table phone bank',
    kind: 'phone_bank',
    day: 33,
    hours: ['17:00', '19:00'],
    made: { capacity: 8 },
    ...at('Priya’s kitchen', '12 Elm St', 'Decatur', '62521'),
  },
  {
    title: 'Chatham walks, strollers welcome',
    kind: 'canvass',
    day: 40,
    hours: ['10:00', '12:00'],
    ...at('Town square', '1 Main St', 'Chatham', '62629'),
  },
  {
    title: 'The day itself',
    day: 54,
    hours: ['10:00', '16:00'],
    ...at('Old State Capitol', '1 Old State Capitol Plz', 'Springfield', '62701'),
  },
]
