import { readMail } from '../runtime/environment.js'

/** Reads `Name <address>`, or an address alone. @throws Error for anything else */
export function addressIn(from: string): { name: string; address: string } {
  const [, name = '', address = ''] = /^\s*(?:"?([^"<>\r\n]*?)"?\s*<)?([^\s<>@]+@[^\s<>@]+)>?\s*$/.exec(from) ?? []
  if (!address) throw new Error(`"${from}" is no address of mail.`)
  return { name, address }
}

/** Returns the address that the installation writes from; undefined where it sends no email. */
export function senderAddress(): string | undefined {
  const settings = readMail()
  return settings && addressIn(settings.from).address
}
