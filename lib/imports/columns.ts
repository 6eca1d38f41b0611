import { folded } from '../texts/words.js'

/** Kinds of rows in a file. */
export const KINDS = ['people', 'events', 'attendances'] as const
export type ImportKind = (typeof KINDS)[number]

/** Names by which a column is recognized: letters and digits alone, in lower case. */
const PERSON = {
  email: [
    'email',
    'emailaddress',
    'emailaddresses',
    'mail',
    'primaryemail',
    'useremailaddress',
    'email1value',
    'preferredemail',
    'email1',
    'homeemail',
    'workemail',
    'correoelectronico',
    'epost',
    'epostadresse',
    'epostadress',
    'emailadresse',
    'emailadres',
    'adressemail',
    'courriel',
    'correo',
  ],
  email_status: ['emailstatus', 'subscriptionstatus', 'can2subscriptionstatus', 'emailsubscriptionstatus'],
  email_opt_in: [],
  email_opt_out: [],
  phone_opt_in: [],
  phone_opt_out: [],
  given_name: [
    'givenname',
    'firstname',
    'first',
    'vorname',
    'fornavn',
    'prenom',
    'nombre',
    'namegivenname',
    'namefirstname',
    'fornamn',
    'voornaam',
    'nome',
  ],
  family_name: [
    'familyname',
    'lastname',
    'last',
    'surname',
    'nachname',
    'etternavn',
    'apellidos',
    'namefamilyname',
    'efternavn',
    'efternamn',
    'achternaam',
    'cognome',
    'apellido',
    'nomdefamille',
  ],
  full_name: ['name', 'fullname', 'attendeename', 'navn', 'namn', 'naam', 'nombreyapellidos'],
  phone: [
    'phone',
    'phonenumber',
    'mobile',
    'mobilenumber',
    'mobilephone',
    'cellphone',
    'can2phone',
    'homephone',
    'primaryphone',
    'telephone',
    'phone1value',
    'preferredphone',
    'homephonenumber',
    'cellphonenumber',
    'primarytelephone',
    'businessphone',
    'telefon',
    'telefono',
    'mobil',
    'telephonenumber',
    'workphone',
    'phone1',
    'telefonnummer',
    'mobilnummer',
    'mobiltelefon',
    'handy',
    'handynummer',
    'tlf',
    'telephone',
    'portable',
    'movil',
    'telefoon',
    'telefoonnummer',
  ],
  phone_status: ['phonestatus', 'smsstatus', 'can2smsstatus', 'mobilestatus'],
  address: [
    'address',
    'address1',
    'addressline1',
    'addresslines',
    'streetaddress',
    'street',
    'homeaddress1',
    'homestreet',
    'address1street',
    'preferredaddressline1',
    'mailingstreet',
    'businessstreet',
    'can2useraddress',
    'adresse',
    'gateadresse',
    'gatuadress',
    'adress',
    'strasse',
    'direccion',
    'indirizzo',
    'adres',
    'straat',
  ],
  locality: [
    'locality',
    'city',
    'town',
    'homecity',
    'can2usercity',
    'address1city',
    'preferredcity',
    'mailingcity',
    'businesscity',
    'poststed',
    'postort',
    'ort',
    'stadt',
    'wohnort',
    'ville',
    'ciudad',
    'localidad',
    'citta',
    'plaats',
    'woonplaats',
  ],
  region: [
    'region',
    'state',
    'province',
    'stateprovince',
    'homestate',
    'address1region',
    'preferredstateprovince',
    'mailingstate',
    'businessstate',
    'can2stateabbreviated',
    'can2userstate',
  ],
  postal_code: [
    'postalcode',
    'zip',
    'zipcode',
    'postcode',
    'homezip',
    'userpostalcode',
    'homepostalcode',
    'address1postalcode',
    'preferredzippostal',
    'mailingpostalcode',
    'zippostal',
    'ziporpostal',
    'businesspostalcode',
    'plz',
    'postnummer',
    'codepostal',
    'postnr',
    'postleitzahl',
    'codigopostal',
  ],
  country: [
    'country',
    'countrycode',
    'homecountry',
    'homecountryregion',
    'address1country',
    'preferredcountry',
    'mailingcountry',
    'businesscountryregion',
    'land',
    'pays',
    'pais',
    'paese',
  ],
  languages: ['language', 'languages', 'languagesspoken', 'locale'],
  tags: ['tags', 'taglist', 'can2usertags'],
} as const

const IDENTIFIED = {
  identifiers: ['identifiers', 'identifier'],
  id: ['id', 'uuid', 'apiid', 'userid', 'uniqueid'],
} as const

const EVENT = {
  title: ['title', 'eventtitle', 'eventname', 'name', 'publictitle', 'tittel', 'titel', 'titre', 'titulo', 'titolo'],
  administrative_name: ['administrativename', 'internalname', 'administrativetitle'],
  description: ['description', 'eventdescription', 'summary', 'beskrivelse', 'beschreibung', 'descripcion'],
  instructions: ['instructions', 'attendeeinstructions'],
  start_date: [
    'startdate',
    'start',
    'startsat',
    'startat',
    'eventstart',
    'eventstartdate',
    'date',
    'startdatetime',
    'eventdate',
    'timeslotstart',
    'timeslotstartdate',
    'timeslotstarttime',
    'shiftstart',
    'datefrom',
    'eventstarttimelocal',
    'dato',
    'datum',
    'startdato',
    'startdatum',
    'fecha',
    'dag',
  ],
  start_time: [
    'starttime',
    'eventstarttime',
    'time',
    'klokkeslett',
    'kl',
    'starttid',
    'tid',
    'uhrzeit',
    'heure',
    'hora',
    'ora',
    'tijd',
  ],
  end_date: [
    'enddate',
    'end',
    'endsat',
    'endat',
    'eventend',
    'eventenddate',
    'enddatetime',
    'timeslotend',
    'timeslotenddate',
    'timeslotendtime',
    'shiftend',
    'dateto',
    'sluttdato',
    'slutdato',
    'enddatum',
    'fechafin',
  ],
  timeslot: ['timeslotid', 'shiftid', 'subeventid'],
  end_time: ['endtime', 'eventendtime', 'sluttid', 'heurefin', 'horafin'],
  timezone_identifier: ['timezone', 'timezoneidentifier', 'eventtimezone'],
  browser_url: ['browserurl', 'url', 'eventurl', 'publicurl', 'link', 'website'],
  venue: [
    'venue',
    'venuename',
    'location',
    'locationname',
    'eventlocation',
    'sted',
    'lokale',
    'plats',
    'veranstaltungsort',
    'lieu',
    'lugar',
    'luogo',
    'locatie',
  ],
  origin_system: ['originsystem', 'source'],
  address: PERSON.address,
  locality: PERSON.locality,
  region: PERSON.region,
  postal_code: PERSON.postal_code,
  country: PERSON.country,
  language: ['language'],
} as const

const ATTENDANCE = {
  event: ['event', 'eventid', 'eventidentifier', 'eventapiid', 'eventuuid', 'eventslug'],
  timeslot: ['timeslotid', 'shiftid', 'subeventid'],
  timeslot_start: ['timeslotstart', 'timeslotstartdate', 'timeslotstarttime', 'shiftstart'],
  event_title: ['eventtitle', 'eventname'],
  status: [
    'status',
    'attendeestatus',
    'rsvp',
    'rsvpstatus',
    'approvalstatus',
    'attendancestatus',
    'signupstatus',
    'participationstatus',
    'response',
  ],
  attended: ['attended', 'checkedin', 'checkedinat', 'ischeckedin', 'checkin', 'attendance'],
} as const

const ALIASES: Record<ImportKind, Record<string, readonly string[]>> = {
  people: { ...IDENTIFIED, ...PERSON },
  events: { identifiers: IDENTIFIED.identifiers, id: [...IDENTIFIED.id, 'eventid'], ...EVENT },
  attendances: {
    identifiers: IDENTIFIED.identifiers,
    id: [
      'id',
      'uuid',
      'apiid',
      'attendee',
      'attendeeid',
      'barcode',
      'signupid',
      'participationid',
      'pseudonymizationid',
      'publicid',
    ],
    ...ATTENDANCE,
    ...PERSON,
    // Beside the address of the one who ordered, of which there are several in an order.
    email: ['attendeeemail', ...PERSON.email],
  },
}

/** The fields of rows of a kind, for `--map`. */
export const fieldsOf = (kind: ImportKind): string[] => Object.keys(ALIASES[kind])

/** Columns that repeat a field after these words are about the same person. */
const PREFIX = /^(attendee|guest|participant|contact|person|user|primary|event(?=starts|ends))/

/** The column with what was wrong with a row, in a file of rows that were not imported. */
export const PROBLEM = 'import_problem'

/** The columns of the fields in a file. */
export interface Columns {
  /** The position of the column of each field. */
  at: ReadonlyMap<string, number>
  headings: string[]
  /** Further columns of a field, whose cells count where the first one is empty: several phone numbers. */
  further: ReadonlyMap<string, number[]>
  /** Headings that no field is known for. */
  unknown: string[]
  /** The system whose identifiers the file has, as far as it is recognized. */
  system: string | undefined
}

/**
 * Recognizes the columns of a file by their headings.
 * @param chosen headings by field, which come before those that are recognized
 */
export function recognize(kind: ImportKind, headings: string[], chosen: ReadonlyMap<string, string>): Columns {
  const at = new Map<string, number>()
  const taken = new Set<number>()
  const take = (field: string, i: number) => {
    if (i < 0 || at.has(field) || taken.has(i)) return
    at.set(field, i)
    taken.add(i)
  }
  const plain = headings.map(plainName)
  for (const [field, heading] of chosen)
    take(
      field,
      headings.findIndex((each) => each.trim() === heading),
    )
  for (const names of [plain, plain.map((name) => name.replace(PREFIX, ''))])
    for (const [field, aliases] of Object.entries(ALIASES[kind]))
      for (const alias of aliases) take(field, names.indexOf(alias))
  const further = new Map<string, number[]>()
  if (kind !== 'events')
    for (const [i, name] of plain.entries()) {
      const field = taken.has(i) ? undefined : consentOf(name)
      if (field === undefined) continue
      if (at.has(field)) further.set(field, [...(further.get(field) ?? []), i])
      else at.set(field, i)
      taken.add(i)
    }
  for (const field of ['phone', 'email'].filter((each) => at.has(each)))
    for (const [i, name] of plain.entries())
      if (!taken.has(i) && [name, name.replace(PREFIX, '')].some((each) => isAlias(kind, field, each))) {
        taken.add(i)
        further.set(field, [...(further.get(field) ?? []), i])
      }
  return columnsAt(headings, at, further)
}

/** Columns of consent, by parts of their headings: whoever has refused must not be taken for a subscriber. */
const CONSENT: [RegExp, string][] = [
  [/(opt(ed)?_?out|unsubscri|do_?not|dont|^no)/, 'opt_out'],
  [/(opt(ed)?_?in|^(is)?subscribed|newsletter|(email|mail|marketing|sms|text)(consent|permission)|accepts)/, 'opt_in'],
]
const OF_PHONES = /sms|text|phone|mobile|cell|call/
const OF_MAILS = /mail|contact|opt(ed)?(in|out)|subscri|newsletter|marketing/

/** Returns the field of consent that a heading names. */
function consentOf(name: string): string | undefined {
  const kind = CONSENT.find(([heading]) => heading.test(name))?.[1]
  if (!kind) return undefined
  if (OF_PHONES.test(name)) return `phone_${kind}`
  return OF_MAILS.test(name) ? `email_${kind}` : undefined
}

/** Fields that files have several columns of. */
const REPEATED = ['phone', 'email', 'email_opt_in', 'email_opt_out', 'phone_opt_in', 'phone_opt_out']

const isAlias = (kind: ImportKind, field: string, name: string) => ALIASES[kind][field]?.includes(name) ?? false

/**
 * Takes the columns of a file as a person has assigned them.
 * @param fields of the columns, in their order; undefined for a column that is not used
 */
export function assign(kind: ImportKind, headings: string[], fields: (string | undefined)[]): Columns {
  const known = new Set(fieldsOf(kind))
  const at = new Map<string, number>()
  const further = new Map<string, number[]>()
  for (const [i, field] of fields.entries()) {
    if (field === undefined || !known.has(field) || i >= headings.length) continue
    if (!at.has(field)) at.set(field, i)
    else if (REPEATED.includes(field)) further.set(field, [...(further.get(field) ?? []), i])
  }
  return columnsAt(headings, at, further)
}

function columnsAt(headings: string[], at: Map<string, number>, further: Map<string, number[]> = new Map()): Columns {
  const taken = new Set([...at.values(), ...[...further.values()].flat()])
  const unknown = headings.filter((heading, i) => !taken.has(i) && heading.trim() && heading !== PROBLEM)
  return { at, further, headings, unknown, system: systemOf(headings.map(plainName)) }
}

const plainName = (heading: string) => folded(heading).replace(/[^a-z0-9]/g, '')

/** Headings that only the exports of one service have. */
const SYSTEMS: [RegExp, string][] = [
  [/^can2|^actionnetwork/, 'action_network'],
  [/^timeslot|^mobilize|^signupcreatedtime$|^eventorganizationname$|^eventowneremailaddress$/, 'mobilize'],
  [/^ordercode$|^positionid$|^attendeenamegivenname$/, 'pretix'],
  [/^publicid$|^shortid$|^ischeckedin$/, 'hi_events'],
  [/^order$|^orderid$|^attendee$|^pricetier$|^tickettype$/, 'eventbrite'],
  [/^apiid$|^approvalstatus$|^qrcodeurl$/, 'luma'],
]

const systemOf = (plain: string[]) => SYSTEMS.find(([heading]) => plain.some((name) => heading.test(name)))?.[1]
