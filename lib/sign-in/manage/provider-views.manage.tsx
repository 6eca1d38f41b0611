import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import type { IdentityProvider } from '../identity-provider.js'
import type { NotSignedIn, Wish } from '../sign-in-by-provider.js'
import type { ManageEnv } from '../../manage/environment.js'
import { EmailField } from '../../manage/access/email-field.js'
import { Notice } from '../../manage/page/notice.js'
import { page } from '../../manage/page/page.js'
import { SIGN_IN, providerPath } from '../../manage/paths.js'

type Ctx = Context<ManageEnv>

/** The facts that pages about a sign-in by a provider name. */
export interface ProviderEntrance {
  provider: Pick<IdentityProvider, 'group' | 'only' | 'issuer'>
  /** The title of the group. */
  title: string
  /** Whether the service mails links. */
  hasLinks: boolean
  hint?: string | undefined
}

/** The page with the button that leads to a provider. */
export function providerPage(c: Ctx, entrance: ProviderEntrance, wish: Wish['wish']): Response {
  const { providers: texts } = c.get('texts')
  return page(c, {
    title: texts.signInTo(entrance.title),
    children: (
      <div class="stack">
        <p>{texts.leads(hostOf(entrance))}</p>
        <Button c={c} entrance={entrance} wish={wish} />
        <ByLink c={c} entrance={entrance} />
      </div>
    ),
  })
}

/** The same after an address was typed whose domain has a provider: the browser goes on by itself. */
export function onwardPage(c: Ctx, entrance: ProviderEntrance): Response {
  const { providers: texts } = c.get('texts')
  // No redirection: the policy of pages lets forms lead to this service alone, and browsers hold redirections to it.
  c.header('refresh', `0; url=${providerPath(entrance.provider.group, 'start')}`)
  return page(c, {
    title: texts.onward(entrance.title),
    children: (
      <div class="stack">
        <p>{texts.leads(hostOf(entrance))}</p>
        <Button c={c} entrance={entrance} wish={undefined} />
      </div>
    ),
  })
}

const hostOf = ({ provider }: ProviderEntrance) => new URL(provider.issuer).host

const Button: FC<{ c: Ctx; entrance: ProviderEntrance } & Pick<Wish, 'wish'>> = ({ c, entrance, wish }) => (
  <p>
    <a class="btn main" href={`${providerPath(entrance.provider.group, 'start')}${wish ? `?${wish}=1` : ''}`}>
      {c.get('texts').providers.with(entrance.title)}
    </a>
  </p>
)

/** The form for a link, where the group allows other ways. */
const ByLink: FC<{ c: Ctx; entrance: ProviderEntrance }> = ({ c, entrance: { provider, hasLinks, hint } }) => {
  const texts = c.get('texts')
  if (provider.only || !hasLinks) return <></>
  return (
    <form method="post" action={SIGN_IN} class="stack">
      <h2>{texts.providers.orByLink}</h2>
      <input type="hidden" name="by" value="link" />
      <EmailField c={c} typed={hint} />
      <p>
        <button class="btn">{texts.signIn.send}</button>
      </p>
    </form>
  )
}

const STATUSES = { unavailable: 503, declined: 403, invalid: 403 } as const

/** The page of a sign-in that did not end with a session. */
export function notSignedInPage(c: Ctx, outcome: NotSignedIn, entrance: ProviderEntrance | undefined): Response {
  const { providers: texts } = c.get('texts')
  const status = Object.hasOwn(STATUSES, outcome.refused) ? STATUSES[outcome.refused as keyof typeof STATUSES] : 403
  // The provider would sign in the same account again.
  const isOfAccount = ['foreign', 'unverified', 'no_address', 'of_creator'].includes(outcome.refused)
  return page(c, {
    title: texts.failedTitles[outcome.refused],
    status,
    children: (
      <div class="stack">
        <p>{texts.failed[outcome.refused]}</p>
        {'reason' in outcome && outcome.refused !== 'declined' && (
          <Notice kind="plain">
            {texts.forAdministrators} <code>{outcome.reason}</code>
          </Notice>
        )}
        {entrance ? (
          <>
            <p>
              <a class="btn main" href={providerPath(entrance.provider.group) + (isOfAccount ? '?other=1' : '')}>
                {texts.tryAgain}
              </a>
            </p>
            <ByLink c={c} entrance={entrance} />
          </>
        ) : (
          <p>
            <a class="btn main" href={SIGN_IN}>
              {texts.tryAgain}
            </a>
          </p>
        )}
      </div>
    ),
  })
}
