import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { capabilities } from '../../../lib/app/capabilities.js'
import { kindsOfMail } from '../../../lib/app/kinds-of-mail.js'
import { allRows } from '../../support/rights/rows.js'
import { isWhole } from '../../support/rooms.js'

/* Whatever lets its holder do something is declared. A secret, a signature or a cipher is made by what is declared. */

const MAKES =
  /\b(randomBytes|randomInt|randomFill(Sync)?|getRandomValues|createHmac|create(Cipheriv|Sign|SecretKey)|hkdf(Sync)?|scrypt(Sync)?|pbkdf2(Sync)?|subtle\.\w+|newSecret|idToken|signature)\(/

/** Files that make something by which nobody may do anything, and why. */
const OTHERS: Record<string, string> = {
  'lib/access/store/concealed.ts': 'encrypts secrets, and nobody gets its key',
  'lib/blocked/blocked-contact.ts': 'recognizes a contact',
  'lib/blocked/store/blocked-store.ts': 'the key of these hashes, which nobody gets',
  'lib/images/image-store.ts': 'signs requests to the bucket of the installation',
  'lib/webhooks/store/message-log.ts': 'an id of a message',
}

/** Parameters of routes that name what is public, or what a key or a session opens. */
const NAMES = /^(\w*id|group|hash|slug|rel|relation|asset|file|image|organization|delivery|proxy\+)$/

describe('a capability', () => {
  it.runIf(isWhole)('is declared by every file that makes one', () => {
    const making = globSync('lib/**/*.{ts,tsx}').filter((file) => MAKES.test(readFileSync(file, 'utf8')))
    const declared = new Set([...capabilities.flatMap(({ madeIn }) => madeIn), ...Object.keys(OTHERS)])
    expect(making.filter((file) => !declared.has(file))).toEqual([])
    expect([...declared].filter((file) => !making.includes(file))).toEqual([])
  })

  it('is declared for every parameter of an address that is more than a name, but for pages of a session', async () => {
    const opened = capabilities.flatMap(({ at }) => at ?? [])
    const routes = (await allRows())
      .filter(({ part, cells }) => part !== 'Interface' || cells['no key'] === 'yes')
      .map(({ route }) => route.split(' ')[1] ?? '')
    const undeclared = routes.filter(
      (path) =>
        [...path.matchAll(/\{([^}]+)\}/g)].some(([, name = '']) => !NAMES.test(name)) &&
        !opened.some((at) => path === at || path.startsWith(`${at}/`)),
    )
    expect(undeclared).toEqual([])
  })

  it.runIf(isWhole)('goes by emails that there are', () => {
    const kinds = kindsOfMail(() => Promise.resolve([])).flatMap(({ names }) => names)
    expect(capabilities.flatMap(({ mails = [] }) => mails).filter((kind) => !kinds.includes(kind))).toEqual([])
  })

  it('has a name of its own, and is declared once', () => {
    const names = capabilities.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })
})
