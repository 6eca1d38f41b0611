import type { Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import { safeParse } from 'valibot'
import {
  type IdentityProvider,
  type IdentityProviderChange,
  clientId,
  clientSecret,
  isVouchedFor,
  issuerText,
  mailDomains,
} from '../identity-provider.js'
import { type Fault, notFound } from '../../runtime/errors.js'
import { groupIdOf } from '../../runtime/owner.js'
import type { SignInDependencies } from './dependencies.manage.js'
import type { ManageEnv } from '../../manage/environment.js'
import {
  Checkbox,
  FaultSummary,
  FaultText,
  Field,
  type FormState,
  NO_FAULTS,
  bodyOf,
  saidFault,
  textsIn,
} from '../../manage/page/form.js'
import { say } from '../../manage/page/flash.js'
import { CopyLink, CopyField } from '../../manage/page/notice.js'
import { Form, page } from '../../manage/page/page.js'
import { callbackPath, ownerPath, providerPath } from '../../manage/paths.js'
import { fresh, requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import { findProvider, saveProvider, removeProvider, vouchedDomain } from '../store/identity-provider-store.js'

type Ctx = Context<ManageEnv>

const SECTION = 'settings/sign-in'

/** The identity provider of a group: its settings, which need a sign-in of the last minutes. */
export function providerSettings(app: Hono<ManageEnv>, dependencies: SignInDependencies): void {
  const { site, table, identityProviders } = dependencies
  const { signing, conceal, allowsPrivate } = identityProviders
  const path = ownerPath(':owner', SECTION)

  app.get(path, requires('settings'), fresh, async (c) => {
    const provider = await findProvider(table, groupOf(c))
    return formPage(c, { values: valuesOf(provider), faults: NO_FAULTS }, provider, dependencies)
  })

  app.post(path, requires('settings'), fresh, async (c) => {
    const group = groupOf(c)
    const { client_secret = '', ...values } = textsIn(await bodyOf(c))
    const again = async (faults: readonly Fault[]) =>
      formPage(c, { values, faults }, await findProvider(table, group), dependencies)
    const { change, faults } = readChange(c, { ...values, client_secret }, allowsPrivate)
    if (!change) return again(faults)
    const found = await signing.client.check(change.issuer)
    const { faults: texts } = c.get('texts').providers
    if ('fault' in found) return again([saidFault('issuer', texts.unanswered(found.reason))])
    const { issuer } = found
    const by = c.get('session').provider
    if (change.only && !(by?.group === group && by.issuer === issuer)) return again([saidFault('only', texts.untried)])
    const for_creator = c.get('owner').role === 'creator'
    const secret = client_secret.trim() ? await conceal(client_secret.trim()) : undefined
    if (!(await saveProvider(table, { ...change, group, issuer, secret, for_creator }, new Date())))
      return again([saidFault('client_secret', texts.secret)])
    const detail = [new URL(issuer).host, ...change.domains].join(', ')
    await logChange(c, dependencies, { action: 'provider_changed', detail })
    say(c, site, { said: c.get('texts').providers.saved })
    return c.redirect(ownerPath(c.get('owner').id, SECTION), 303)
  })

  app.post(`${path}/remove`, requires('settings'), fresh, async (c) => {
    const group = groupOf(c)
    const provider = await findProvider(table, group)
    await removeProvider(table, group)
    if (provider)
      await logChange(c, dependencies, {
        action: 'provider_removed',
        detail: new URL(provider.issuer).host,
      })
    say(c, site, { said: c.get('texts').providers.removed })
    return c.redirect(ownerPath(c.get('owner').id, SECTION), 303)
  })
}

/** @throws OsdiError not_found for an account, which has no organizers besides its person */
function groupOf(c: Ctx): string {
  const group = groupIdOf(c.get('owner').owner)
  if (group === undefined) throw notFound()
  return group
}

const valuesOf = (provider: IdentityProvider | undefined): Record<string, string> =>
  provider
    ? {
        issuer: provider.issuer,
        client_id: provider.client_id,
        domains: provider.domains.join('\n'),
        only: provider.only ? 'on' : '',
      }
    : {}

type Entered = Omit<IdentityProviderChange, 'group' | 'secret' | 'for_creator'>

/** Reads the form, naming every fault. */
function readChange(
  c: Ctx,
  values: Record<string, string>,
  allowsPrivate: boolean,
): { change?: Entered; faults: Fault[] } {
  const { faults: texts } = c.get('texts').providers
  const typed = (name: string) => values[name]?.trim() ?? ''
  const domains = typed('domains')
    .split(/[\s,;]+/)
    .filter(Boolean)
  const read = {
    issuer: safeParse(issuerText(allowsPrivate), typed('issuer')),
    client_id: safeParse(clientId, typed('client_id')),
    domains: safeParse(mailDomains, domains),
  }
  const secret = typed('client_secret')
  const faults = (Object.keys(read) as (keyof typeof read)[]).flatMap((name) =>
    read[name].success
      ? []
      : typed(name)
        ? [saidFault(name, texts[name])]
        : [{ error_code: 'required', description: '', properties: [name] }],
  )
  if (secret && !safeParse(clientSecret, secret).success) faults.push(saidFault('client_secret', texts.client_secret))
  const { issuer, client_id, domains: named } = read
  if (faults.length > 0 || !issuer.success || !client_id.success || !named.success) return { faults }
  const only = values['only'] === 'on'
  return {
    change: { issuer: issuer.output, client_id: client_id.output, domains: named.output, only },
    faults,
  }
}

async function formPage(
  c: Ctx,
  form: FormState,
  provider: IdentityProvider | undefined,
  dependencies: SignInDependencies,
) {
  const texts = c.get('texts')
  const { providers: words } = texts
  const { id, title } = c.get('owner')
  const path = ownerPath(id, SECTION)
  const field = (name: 'issuer' | 'client_id' | 'client_secret' | 'domains', more: object) => (
    <Field
      texts={texts}
      form={form}
      name={name}
      label={words.labels[name]}
      hint={name === 'client_secret' && provider ? words.keepSecret : words.hints[name]}
      {...more}
    />
  )
  const vouched = provider && (await vouchedIn(provider, dependencies))
  return page(c, {
    title: words.title,
    crumb: { href: ownerPath(id, 'settings'), text: texts.settings.title },
    status: form.faults.length > 0 ? 400 : 200,
    children: (
      <div class="stack max-l">
        <p>{words.explain}</p>
        <div class="card stack tight">
          <h2>{words.redirectUri}</h2>
          <CopyField
            id="redirect-uri"
            label={words.redirectUri}
            value={dependencies.site.publicUrl + callbackPath(id)}
            button={texts.copy}
            done={texts.copied}
          />
          <p class="small quiet">{words.redirectUriHint}</p>
        </div>
        {provider && vouched && form.faults.length === 0 && <Standing c={c} provider={provider} vouched={vouched} />}
        <Form c={c} action={path} class="card stack">
          <FaultSummary texts={texts} form={form} labels={words.labels} />
          {field('issuer', { type: 'url', required: true, maxlength: 300 })}
          {field('client_id', { required: true, maxlength: 300, autocomplete: 'off' })}
          {field('client_secret', {
            type: 'password',
            required: !provider,
            maxlength: 500,
            autocomplete: 'new-password',
          })}
          {field('domains', { rows: 3, required: true })}
          <div class="stack tight">
            <Checkbox form={form} name="only" label={words.labels.only} hint={words.hints.only(title)} />
            <FaultText texts={texts} form={form} name="only" />
          </div>
          <div class="line">
            <button class="btn main">{words.save}</button>
          </div>
        </Form>
        {provider && (
          <Form c={c} action={`${path}/remove`} class="stack tight">
            <p class="small quiet">{words.removeHint}</p>
            <p>
              <button class="btn danger">{words.remove}</button>
            </p>
          </Form>
        )}
      </div>
    ),
  })
}

/** Returns the domains that the owner of the installation lets a provider speak for. */
async function vouchedIn(provider: IdentityProvider, { table }: SignInDependencies): Promise<string[]> {
  const words = await Promise.all(provider.domains.map((domain) => vouchedDomain(table, domain)))
  return provider.domains.filter((_, i) => isVouchedFor(words[i], provider))
}

/** The address of the group's own sign-in page, and how far the word of its provider reaches. */
const Standing: FC<{ c: Ctx; provider: IdentityProvider; vouched: string[] }> = ({ c, provider, vouched }) => {
  const texts = c.get('texts')
  const { providers: words } = texts
  return (
    <div class="card stack">
      <CopyLink
        id="own-page"
        label={words.ownPage}
        value={c.get('publicUrl') + providerPath(provider.group)}
        button={texts.copy}
        done={texts.copied}
      />
      <ul>
        {provider.domains.map((domain) => (
          <li>
            <strong>{domain}</strong>: {vouched.includes(domain) ? words.everywhere : words.hereOnly}
          </li>
        ))}
      </ul>
    </div>
  )
}
