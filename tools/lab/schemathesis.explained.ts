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
    says: /parameter `(page|per_page)` in query .* smaller than minimum/,
    because: 'A page outside of the range is cut to it, as both documents ask.',
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
    says: /An email address or a phone number is required/,
    because: 'The rule is on two fields, either of which may be absent.',
  },
  {
    code: 'ST202',
    says: /must be (a date and time that exists|an absolute http or https address|a language tag)/,
    because:
      'The formats of JSON Schema are wider: a date of the calendar, an address of a page, a known language.',
  },
  {
    code: 'ST202',
    says: /"error_code":"unknown_event"/,
    because: 'The address has to lead to an event of the caller.',
  },
  {
    code: 'ST202',
    says: /identifiers\[\d+\] must have the form/,
    because:
      'Identifiers are measured in bytes. They contain no control characters and no halves of surrogate pairs.',
  },
]
