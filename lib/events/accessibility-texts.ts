import { DEFAULT_LANGUAGE, messagesFor } from '../texts/messages.js'
import { type Accessibility, type EventKind, partsThere } from './accessibility.js'

/** Says what a place has, with its notes, in a language; undefined where nothing is known. */
export function accessText(of: Accessibility | undefined, language = DEFAULT_LANGUAGE): string | undefined {
  const { messages } = messagesFor(language)
  const said = [...partsThere(of).map((part) => messages[`access_${part}`]), of?.notes].filter(Boolean)
  return said.length > 0 ? `${messages.accessibility}: ${said.join(', ')}` : undefined
}

/** Names a kind in a language. `other` says nothing. */
export const kindText = (kind: EventKind | undefined, language = DEFAULT_LANGUAGE): string | undefined =>
  kind && kind !== 'other' ? messagesFor(language).messages[`kind_${kind}`] : undefined
