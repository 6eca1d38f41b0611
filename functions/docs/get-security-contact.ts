import { openEndpoint } from '../../lib/app/endpoint.js'
import { published } from '../../lib/http/answer.js'
import { notFound } from '../../lib/runtime/errors.js'
import type { Service } from '../../lib/runtime/service.js'

const DAY = 86_400

/** A contact is to be asked for again after some months (RFC 9116, "Expires"). */
const MONTHS = 6

/** The first day of a month some months ahead, so that the file stays the same for a month. */
function expiry(now = new Date()): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + MONTHS, 1)).toISOString()
}

const settings = ({ environment }: Service) => environment

/** Names the contact for people who find a weakness (RFC 9116). Without a contact, it answers 404. */
export const endpoint = openEndpoint(undefined, { settings }, ({ settings, site }) => {
  const { securityContact: contact } = settings
  if (contact === undefined) throw notFound()
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expiry()}`,
    `Canonical: ${site.publicUrl}/.well-known/security.txt`,
    'Preferred-Languages: en, es, ar',
  ]
  return published(lines.map((line) => `${line}\n`).join(''), 'text/plain; charset=utf-8', DAY)
})
