import { type Scheduled, others } from './demo-events.js'

// cspell:disable
const NORWEGIANS = 'Åse Øyvind Sølvi Bjørn Ingvild Håkon Maryam Stian'.split(' ')
const SURNAMES = 'Ødegård Lie Haugen Ali Næss Bakke'.split(' ')

const inNorway = (venue: string, street: string, locality: string, postal_code: string) => ({
  location: { venue, address_lines: [street], locality, postal_code, country: 'NO' },
})

/** The events of another group, in another country, whose pages speak its language. */
export const scheduledInNorway: Scheduled[] = [
  {
    title: 'Strømdugnad: vi leser regningen sammen',
    day: 6,
    hours: ['18:00', '20:00'],
    ...inNorway('Folkets hus', 'Storgata 95', 'Tromsø', '9008'),
    description: '<p>Ta med strømregningen. Vi leser den sammen, og hjelper hverandre med å klage.</p>',
    instructions: '<p>Inngang fra bakgården. Kaffe og vafler.</p>',
    made: { capacity: 40, max_guests: 3, waitlist: true },
    guests: others(23, NORWEGIANS, SURNAMES),
  },
  {
    title: 'Åpent møte om fjernvarme',
    day: 13,
    hours: ['17:30', '19:00'],
    ...inNorway('Deichman Grünerløkka', 'Schous plass 10', 'Oslo', '0552'),
    guests: others(7, NORWEGIANS, SURNAMES),
  },
  {
    title: 'Fakkeltog',
    kind: 'march',
    day: 27,
    hours: ['17:00', '18:30'],
    ...inNorway('Torgallmenningen', 'Torgallmenningen 1', 'Bergen', '5014'),
  },
]
