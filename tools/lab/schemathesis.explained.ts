/** A failure that schemathesis may report, and why the service does it all the same. */
export interface Explained {
  /** Its code: `ST201`, an invalid request was taken, or `ST202`, a valid one was refused. */
  code: string
  /** The pattern of the failure's report. */
  says: RegExp
  because: string
}

export const explained: Explained[] = [
  {
    code: 'ST201',
    says: /parameter `(page|per_page|after)` in query .* smaller than minimum/i,
    because: 'A page or a position outside of the range is cut to it, as both documents ask.',
  },
  {
    code: 'ST201',
    says: /parameter `background_request` in query - incorrect type/,
    because: 'Every value but "true" means that the caller waits.',
  },
  {
    code: 'ST201',
    says: /_links -> osdi:creator -> Missing required property: href/,
    because: 'A link without an address is no link, and is ignored like one that is absent.',
  },
  {
    code: 'ST201',
    says: /(postal_code|number): Incorrect type/,
    because: 'A whole number is taken for its text: programs send phone numbers and postal codes so.',
  },
  {
    code: 'ST201',
    says: /Missing required property: person.*"refused":/s,
    because: 'Each row of a bulk body has an answer of its own.',
  },
  {
    code: 'ST201',
    says: /in body - add_questions?_responses(_uri)?: Array with more items/,
    because: 'The first hundred responses are taken, and a header names the rest.',
  },
  {
    code: 'ST201',
    says: /in body - mail: Incorrect type.*"mail": null/s,
    because: 'A field that is null is one that is absent.',
  },
  {
    code: 'ST202',
    says: /"error_code":"terms_changed"/,
    because: 'The id of a text has to be that of the text that stands beside the button now.',
  },
  {
    code: 'ST204',
    says: /people\/bulk/,
    because: 'Where the method is not POST, the word is read as the id of a person.',
  },
  {
    code: 'ST205',
    says: /\/bulk/,
    because: 'The same address with the word as an id takes these methods.',
  },
  {
    code: 'ST202',
    says: /"error_code":"malformed_filter"/,
    because: 'JSON Schema cannot describe the grammar of filters.',
  },
  {
    code: 'ST202',
    says: /"error_code":"idempotency_key_reused"/,
    because: 'Each request needs a key of its own, and schemathesis sends the same one with several.',
  },
  {
    code: 'ST202',
    says: /An email address or a phone number is required|email_addresses is required/,
    because: 'The rule is on two fields, either of which may be absent; a person may stand by itself.',
  },
  {
    code: 'ST202',
    says: /must be (a day that exists|a date and time that exists|a phone number of 7 to 15 digits)/,
    because: 'The types of JSON Schema are wider: any text for a day or a time, any whole number for a phone number.',
  },
  {
    code: 'ST202',
    says: /"error_code":"unknown_(event|address)"/,
    because: 'The address has to lead to an event, or a campaign, of the caller.',
  },
  {
    code: 'ST201',
    says: /in body - .*-X PUT/s,
    because: 'A PUT leaves out a field that alone is invalid, and names it in a header.',
  },
  {
    code: 'ST202',
    says: /"error_code":"(invalid_person|precondition_failed)"/,
    because: 'A link has to lead to a person of the caller, and If-Match to the state that there is.',
  },
  {
    code: 'ST202',
    says: /rsvps_at_least must be from 1 to the number of included events/,
    because: 'The rule is on two fields of a query.',
  },
  {
    code: 'ST202',
    says: /after must be as the link|since is required/,
    because: 'A cursor is one that a link has had; an empty text is none.',
  },
  {
    code: 'ST202',
    says: /identifiers\[\d+\] must have the form/,
    because: 'Identifiers are measured in bytes. They contain no control characters and no halves of surrogate pairs.',
  },
]
