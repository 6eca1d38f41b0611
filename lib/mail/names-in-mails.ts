import { asRead, hasPhone } from './strangers-text.js'

/** The names of most people are shorter. */
const LONGEST = 40

/** Text that a program for mail turns into a link, or that looks like an address. Less is a name than is a text. */
const LINK = /[/\\:@]|[^\s.\u3002][.\u3002][\p{L}\p{M}\p{N}]/u

type Names = Partial<Record<'given_name' | 'family_name', string | undefined>>

/**
 * Returns the names of a person as emails have them. Anybody types them into a form and has them mailed to anybody, in
 * the name of the group: so what is not a name, or could be followed, is left out.
 */
export function namesInMails({ given_name, family_name }: Names) {
  const [given, family] = [given_name, family_name].map(nameIn) as [string, string]
  const name = [given, family].filter(Boolean).join(' ')
  // A number may be in two halves.
  return { given_name: given, name: hasPhone(name) ? '' : name }
}

function nameIn(text = ''): string {
  const name = text.replaceAll(TURNING, '').replaceAll(/\s+/g, ' ').trim()
  return name.length <= LONGEST && !LINK.test(asRead(name)) && !hasPhone(name) ? name : ''
}

/** Characters that turn the direction of text, by which a line can show other words than it has. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g
