/**
 * A text by which its holder may do something: a key, a link, a cookie, a code. Each room declares its own, and
 * docs/access.md shows all of them. What it names stands in no log.
 */
export interface Capability {
  /** Its name in docs/access.md. */
  name: string
  opens: string
  /** Those to whom the service gives it. */
  givenTo: string
  ends: string
  /** Its fate when its person is erased: it ends, or it is not about a person, or nothing tells whose it is. */
  erasure: 'ends' | 'of no person' | 'of nobody known'
  /** The beginning of the routes that it opens, where it stands in their paths. */
  at?: string
  /** The cookie or the header in which a request has it, or the field of a form. */
  in?: string
  /** The routes whose answers show it to somebody who did not send it. */
  shownAt?: readonly string[]
  /** The kinds of emails that have it. */
  mails?: readonly string[]
  /** The files that make it. */
  madeIn: readonly string[]
}
