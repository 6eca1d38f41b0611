import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import { array, safeParse } from 'valibot'
import {
  type IdentityProvider,
  clientId,
  clientSecret,
  isVouchedFor,
  issuerText,
  mailDomain,
} from '../../../lib/sign-in/identity-provider.js'
import { OsdiError } from '../../../lib/runtime/errors.js'
import { text } from '../../../lib/fields/values.js'
import { readSignIn } from '../../../lib/runtime/environment.js'
import { callbackPath, providerPath } from '../../../lib/manage/paths.js'
import { identityProvidersIn } from '../../../lib/app/sign-in.js'
import { type Context, command, family } from '../../command.js'
import { UsageError, orMissing } from '../../errors.js'
import { group, onOrOff, optional, required } from '../../options.js'
import { formatDetails } from '../../output/format.js'
import { baseOf } from '../../site.js'
import {
  findProvider,
  vouchedDomain,
  saveProvider,
  removeProvider,
  vouchFor,
  takeWordBack,
} from '../../../lib/sign-in/store/identity-provider-store.js'

const openProviders = async ({ open, settings }: Pick<Context, 'open' | 'settings'>) => {
  const base = baseOf(settings())
  const { table } = await open()
  return { ...identityProvidersIn(table, base), table, base }
}

type Opened = Awaited<ReturnType<typeof openProviders>>

/** Reads an issuer. One of this machine is allowed where the settings allow it. @throws UsageError */
function issuerIn(value: string): string {
  const read = safeParse(issuerText(readSignIn().allowsPrivate), value)
  if (!read.success) throw new UsageError(`--issuer ${read.issues[0].message}.`)
  return read.output
}

/** Returns a provider as it is printed: all but its secret. */
async function describe({ table, base }: Opened, group: string) {
  const provider = await findProvider(table, group)
  if (!provider) throw new OsdiError('not_found', `The group with the id ${group} has no identity provider.`)
  const { secret: _secret, ...open } = provider
  const words = await Promise.all(open.domains.map((domain) => vouchedDomain(table, domain)))
  const json = {
    ...open,
    vouched: open.domains.filter((_, i) => isVouchedFor(words[i], provider)),
    redirect_uri: base + callbackPath(group),
    sign_in_page: base + providerPath(group),
  }
  const [domains, vouched] = [json.domains, json.vouched].map((all) => all.join(', ') || '-')
  return { json, text: formatDetails({ ...json, only: json.only ? 'on' : 'off', domains, vouched }) }
}

const set = command({
  name: 'set',
  does: 'Set the identity provider of a group (OpenID Connect), or change what is named',
  example:
    'provider set --group 6f2b8f5e-… --issuer https://accounts.google.com --client-id 1234 --secret-file secret.txt --domains example.org',
  options: {
    group,
    issuer: optional('--issuer <url>', 'how the provider names itself', text),
    client_id: optional('--client-id <id>', 'id of this service at the provider', clientId),
    secret_file: optional('--secret-file <file>', 'file with the client secret, or - for the standard input', text),
    domains: optional('--domains <domains...>', 'domains of the addresses that it may sign in', array(mailDomain)),
    only: optional('--only <on|off>', 'whether organizers sign in by it alone', onOrOff),
  },
  run: async ({ group, issuer, client_id, secret_file, domains, only }, context) => {
    const all = await openProviders(context)
    const before = await findProvider(all.table, group)
    const given = issuer === undefined ? before?.issuer : await namedBy(all, issuerIn(issuer))
    const change = {
      group,
      issuer: given ?? missing('--issuer'),
      client_id: client_id ?? before?.client_id ?? missing('--client-id'),
      domains: domains ? [...new Set(domains)] : (before?.domains ?? missing('--domains')),
      only: only ?? before?.only ?? false,
      for_creator: true,
    }
    if (change.domains.length > 20) throw new UsageError('A provider has at most 20 domains.')
    const secret = secret_file === undefined ? undefined : await all.conceal(await secretIn(secret_file))
    const saved = saveProvider(all.table, { ...change, secret }, new Date())
    if (!(await orMissing(saved, `group with the id ${group}`)))
      throw new UsageError('Give --secret-file: a new provider or client needs its own secret.')
    return describe(all, group)
  },
})

const missing = (option: string): never => {
  throw new UsageError(`Give ${option}: the group has no identity provider yet.`)
}

/** Returns the issuer as the provider writes it. @throws OsdiError invalid when no provider answers */
async function namedBy({ signing }: Opened, issuer: string): Promise<string> {
  const found = await signing.client.check(issuer)
  if ('issuer' in found) return found.issuer
  throw new OsdiError('invalid', `There is no provider at ${issuer} that can be used. ${found.reason}`)
}

async function secretIn(file: string): Promise<string> {
  const content = file === '-' ? await textOf(process.stdin) : await readFile(file, 'utf8')
  if (content.trim() === '') throw new UsageError(`There is no secret in ${file}.`)
  const read = safeParse(clientSecret, content)
  if (!read.success) throw new UsageError(`The secret in ${file} ${read.issues[0].message}.`)
  return read.output
}

const showProvider = command({
  name: 'show',
  does: 'Show the identity provider of a group, without its secret',
  example: 'provider show --group 6f2b8f5e-…',
  options: { group },
  run: async ({ group }, context) => describe(await openProviders(context), group),
})

const remove = command({
  name: 'remove',
  does: 'Remove the identity provider of a group: its sessions end, and links open the group again',
  example: 'provider remove --group 6f2b8f5e-…',
  options: { group },
  run: async ({ group }, context) => {
    const { table } = await openProviders(context)
    await orMissing(removeProvider(table, group), `group with the id ${group}`)
    return {
      json: { group, removed: true },
      text: `The group ${group} has no identity provider.`,
    }
  },
})

const domain = required('--domain <domain>', 'what stands behind the @ of the addresses', mailDomain)

const vouch = command({
  name: 'vouch',
  does: 'Let the provider of a group speak for a domain: its addresses sign in by it, to all of their groups',
  example: 'provider vouch --group 6f2b8f5e-… --domain example.org',
  options: { group, domain },
  run: async ({ group, domain }, context) => {
    const all = await openProviders(context)
    const provider: IdentityProvider | undefined = await findProvider(all.table, group)
    if (!provider?.domains.includes(domain))
      throw new OsdiError('invalid', `Name ${domain} with "provider set --group ${group} --domains" first.`)
    const holder = await vouchFor(all.table, { domain, group, issuer: provider.issuer }, new Date())
    if (holder !== undefined)
      throw new OsdiError('conflict', `The provider of the group ${holder} speaks for ${domain}.`)
    return describe(all, group)
  },
})

const unvouch = command({
  name: 'unvouch',
  does: 'Let no provider speak for a domain any more',
  example: 'provider unvouch --domain example.org',
  options: { domain },
  run: async ({ domain }, context) => {
    const { table } = await openProviders(context)
    const wasThere = await takeWordBack(table, domain)
    const text = wasThere ? `No provider speaks for ${domain}.` : `No provider has spoken for ${domain}.`
    return { json: { domain, unvouched: wasThere }, text }
  },
})

export const providerCommands = family(
  'provider',
  'Identity providers of groups (OpenID Connect), and the domains that they speak for',
  'provider show --group 6f2b8f5e-…',
  [set, showProvider, remove, vouch, unvouch],
)
