import type { Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import { notFound } from '../../runtime/errors.js'
import { SCOPES } from '../../runtime/principal.js'
import { readInstant } from '../../fields/moment.js'
import { readRateLimit } from '../../http/state/rate-store.js'
import type { ApiKey, ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { FaultSummary, Field, type FormState, NO_FAULTS, Select, textsIn } from '../../manage/page/form.js'
import { fresh, requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import { CopyBlock, Notice } from '../../manage/page/notice.js'
import { Form, page } from '../../manage/page/page.js'
import { ownerPath } from '../../manage/paths.js'
import { type Column, Table } from '../../manage/page/table.js'
import { Time } from '../../manage/page/time.js'
import { say } from '../../manage/page/flash.js'

type Ctx = Context<ManageEnv>

/** API keys: a new one is shown once, in the answer to the form. */
export function keysPage(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { keys, newKey } = dependencies
  const path = ownerPath(':owner', 'keys')

  app.get(path, requires('keys'), fresh, (c) => listPage(c, dependencies))

  app.post(path, requires('keys'), fresh, async (c) => {
    const values = textsIn(await c.req.parseBody())
    const typed = values['limit']?.trim() ?? ''
    const limit = typed ? readRateLimit(typed) : undefined
    const scope = SCOPES.find((each) => each === values['scope'])
    const expires = values['expires']?.trim() ? readInstant(values['expires'].trim()) : undefined
    const faults = [
      ...(values['name']?.trim() ? [] : [{ error_code: 'required', description: '', properties: ['name'] }]),
      ...(typed && !limit ? [{ error_code: 'malformed', description: '', properties: ['limit'] }] : []),
      ...(values['expires']?.trim() && !expires
        ? [{ error_code: 'malformed', description: '', properties: ['expires'] }]
        : []),
    ]
    if (faults.length > 0) return listPage(c, dependencies, { values, faults })
    const { principal } = c.get('owner')
    const name = (values['name'] ?? '').trim().slice(0, 200)
    const secret = newKey()
    const restrictions = {
      ...(scope && scope !== 'all' && { scope }),
      ...(expires && { expires_date: new Date(expires.time).toISOString() }),
      ...(limit && { limit }),
    }
    const id = await keys.create(
      secret,
      { ...principal, name, made_by: c.get('owner').person, ...restrictions },
      new Date(),
    )
    await logChange(c, dependencies, { action: 'key_created', subject: { id, title: name } })
    return listPage(c, dependencies, undefined, secret)
  })

  app.post(`${path}/:key/revoke`, requires('keys'), fresh, async (c) => {
    const { owner, id: ownerId } = c.get('owner')
    const found = (await keys.list(owner)).find(({ id }) => id === c.req.param('key'))
    if (!found) throw notFound()
    await keys.revoke(found.id, new Date())
    await logChange(c, dependencies, {
      action: 'key_revoked',
      subject: { id: found.id, title: found.name },
    })
    say(c, dependencies.site, { said: c.get('texts').said.revoked(found.name ?? '') })
    return c.redirect(ownerPath(ownerId, 'keys'), 303)
  })
}

/** Whether a key works that a member has made. */
export const isActiveOf =
  (person: string) =>
  ({ made_by, revoked_date }: ApiKey): boolean =>
    made_by === person && revoked_date === undefined

async function listPage(
  c: Ctx,
  { keys }: ManageDependencies,
  form: FormState = { values: {}, faults: NO_FAULTS },
  secret?: string,
) {
  const texts = c.get('texts')
  const { keys: words } = texts
  const { owner, id: ownerId } = c.get('owner')
  const former = c.req.query('made_by')
  const listed = (await keys.list(owner))
    .filter((key) => former === undefined || isActiveOf(former)(key))
    .sort((one, other) => other.created_date.localeCompare(one.created_date))
  return page(c, {
    title: words.title,
    section: 'keys',
    status: form.faults.length > 0 ? 400 : 200,
    children: (
      <>
        {secret && (
          <Notice kind="good">
            <div class="stack tight">
              <p>{words.shownOnce}</p>
              <CopyBlock id="secret" value={secret} button={texts.copy} done={texts.copied} />
            </div>
          </Notice>
        )}
        {former !== undefined && <p role="status">{words.ofFormer}</p>}
        {listed.length === 0 && <p>{words.none}</p>}
        <Keys c={c} keys={listed} />
        <h2>{words.add}</h2>
        <FaultSummary
          texts={texts}
          form={form}
          labels={{ name: words.name, limit: words.limit, expires: words.expires }}
        />
        <Form c={c} action={ownerPath(ownerId, 'keys')} class="card stack max-l">
          <Field texts={texts} form={form} name="name" label={words.name} hint={words.nameHint} />
          <Select
            form={{ ...form, values: { scope: 'read', ...form.values } }}
            name="scope"
            label={words.scope}
            options={Object.fromEntries(SCOPES.map((each) => [each, words.scopes[each]]))}
          />
          <Field texts={texts} form={form} name="expires" type="date" label={words.expires} hint={words.expiresHint} />
          <Field texts={texts} form={form} name="limit" label={words.limit} hint={words.limitHint} />
          <div class="line">
            <button class="btn main">{words.addButton}</button>
          </div>
        </Form>
      </>
    ),
  })
}

const HOUR_MS = 3_600_000

/** A use is recorded once an hour, so its date says no more than that while it is younger. */
const LastUse: FC<{ c: Ctx; at: string | undefined }> = ({ c, at }) => {
  const { keys: texts } = c.get('texts')
  if (!at) return <>{texts.neverUsed}</>
  return Date.now() - Date.parse(at) < HOUR_MS ? <>{texts.usedNow}</> : <Time c={c} at={at} />
}

const Keys: FC<{ c: Ctx; keys: ApiKey[] }> = ({ c, keys }) => {
  const { keys: texts } = c.get('texts')
  const columns: Column<ApiKey>[] = [
    { title: texts.name, cell: ({ id, name }) => name ?? id },
    { title: texts.scope, cell: ({ scope }) => texts.scopes[scope ?? 'all'] },
    {
      title: texts.created,
      kind: 'secondary',
      cell: ({ created_date }) => <Time c={c} at={created_date} />,
    },
    {
      title: texts.lastUsed,
      isNamed: true,
      cell: ({ last_used_date }) => <LastUse c={c} at={last_used_date} />,
    },
    {
      title: texts.expires,
      isNamed: true,
      cell: ({ expires_date }) => (expires_date ? <Time c={c} at={expires_date} /> : '–'),
    },
    {
      title: texts.limit,
      isNamed: true,
      cell: ({ limit }) => (limit ? texts.limited(limit.requests, limit.seconds) : '–'),
    },
    {
      title: '',
      cell: ({ id, name, revoked_date }) =>
        revoked_date ? (
          texts.revoked
        ) : (
          <Form c={c} action={`${ownerPath(c.get('owner').id, 'keys')}/${id}/revoke`}>
            <button class="btn ghost" aria-label={`${texts.revoke}: ${name ?? id}`}>
              {texts.revoke}
            </button>
          </Form>
        ),
    },
  ]
  return <Table columns={columns} rows={keys} />
}
