import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { LONGEST_NAME, MOST_PASSKEYS, type Passkey } from '../passkeys/passkey.js'
import type { ManageEnv } from '../../manage/environment.js'
import { Field, NO_FAULTS } from '../../manage/page/form.js'
import { Icon } from '../../manage/page/icons.js'
import { Form } from '../../manage/page/page.js'
import { type Column, Table } from '../../manage/page/table.js'
import { PASSKEYS, PASSKEY_SCRIPT, PASSKEY_SIGN_IN } from '../../manage/paths.js'

type Ctx = Context<ManageEnv>

/** The one origin for which passkeys are made. The service may have other names. */
const originOf = (c: Ctx) => new URL(c.get('publicUrl')).origin

/** A button that signs in with a passkey. The script shows it where the browser can. */
export const PasskeySignIn: FC<{ c: Ctx }> = ({ c }) => {
  const { passkeys: texts } = c.get('texts')
  return (
    <>
      <form
        method="post"
        action={PASSKEY_SIGN_IN}
        class="stack tight"
        data-passkey="sign-in"
        data-options={PASSKEY_SIGN_IN}
        data-origin={originOf(c)}
        hidden
      >
        <input type="hidden" name="credential" />
        <p class="quiet">{texts.about}</p>
        <p>
          <button class="btn">
            <Icon name="key-round" />
            {texts.signIn}
          </button>
        </p>
        <Said which="none" text={texts.none} />
      </form>
      <script src={PASSKEY_SCRIPT} defer></script>
    </>
  )
}

/** A sentence that the script shows. */
const Said: FC<{ which: 'none' | 'known'; text: string }> = ({ which, text }) => (
  <p role="alert" class="fault" data-said={which} hidden>
    <Icon name="circle-alert" />
    {text}
  </p>
)

/** The passkeys of an address, each with its name to change, and the way to a new one. */
export const PasskeyList: FC<{ c: Ctx; passkeys: Passkey[]; address: string }> = ({ c, passkeys, address }) => {
  const { passkeys: texts } = c.get('texts')
  const columns: Column<Passkey>[] = [
    {
      title: texts.name,
      cell: ({ id, name }) => (
        <Form c={c} action={`${PASSKEYS}/${id}/name`} class="line">
          <input
            class="input"
            name="name"
            value={name}
            aria-label={`${texts.name}: ${name}`}
            required
            maxlength={LONGEST_NAME}
          />
          <button class="btn" aria-label={`${texts.rename}: ${name}`}>
            {texts.rename}
          </button>
        </Form>
      ),
    },
    {
      title: '',
      cell: ({ created_on, last_used_on }) => (
        <span class="quiet">
          {texts.added} <Day c={c} day={created_on} />,{' '}
          {last_used_on ? (
            <>
              {texts.lastUsed} <Day c={c} day={last_used_on} />
            </>
          ) : (
            texts.never
          )}
        </span>
      ),
    },
    {
      title: '',
      kind: 'last',
      cell: ({ id, name }) => (
        <a class="btn ghost" href={`${PASSKEYS}/${id}/remove`} aria-label={`${texts.remove}: ${name}`}>
          {texts.remove}…
        </a>
      ),
    },
  ]
  return (
    <>
      <p>{texts.explain(address, MOST_PASSKEYS)}</p>
      {passkeys.length === 0 ? <p class="quiet">{texts.empty}</p> : <p class="quiet">{texts.lost}</p>}
      <Table columns={columns} rows={passkeys} />
      <h2>{texts.add}</h2>
      {passkeys.length < MOST_PASSKEYS ? <AddForm c={c} /> : <p>{texts.full(MOST_PASSKEYS)}</p>}
    </>
  )
}

const AddForm: FC<{ c: Ctx }> = ({ c }) => {
  const texts = c.get('texts')
  const { passkeys: words } = texts
  return (
    <>
      <p data-without-passkey>{words.cannot}</p>
      <Form
        c={c}
        action={PASSKEYS}
        class="card stack max-l"
        data-passkey="add"
        data-options={`${PASSKEYS}/options`}
        data-origin={originOf(c)}
        hidden
      >
        <input type="hidden" name="credential" />
        <Field
          texts={texts}
          form={{ values: {}, faults: NO_FAULTS }}
          name="name"
          label={words.name}
          hint={words.nameHint}
          maxlength={LONGEST_NAME}
          optional
        />
        <div class="line">
          <button class="btn main">
            <Icon name="key-round" />
            {words.addButton}
          </button>
        </div>
        <Said which="none" text={words.notMade} />
        <Said which="known" text={words.knownHere} />
      </Form>
      <script src={PASSKEY_SCRIPT} defer></script>
    </>
  )
}

/** A day without its time: the service keeps no more. */
const Day: FC<{ c: Ctx; day: string }> = ({ c, day }) => (
  <time datetime={day}>
    {new Intl.DateTimeFormat(c.get('lang'), { dateStyle: 'medium', timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    )}
  </time>
)
