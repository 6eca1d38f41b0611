import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import type { ManageEnv } from '../environment.js'
import { Field, NO_FAULTS } from '../page/form.js'

/** The field of the forms to sign in. @param offers `email` alone, or passkeys of the device as well */
export const EmailField: FC<{
  c: Context<ManageEnv>
  typed?: string | undefined
  offers?: 'email' | 'username webauthn'
}> = ({ c, typed = '', offers = 'email' }) => {
  const texts = c.get('texts')
  return (
    <Field
      texts={texts}
      form={{ values: { email: typed }, faults: NO_FAULTS }}
      name="email"
      type="email"
      label={texts.signIn.email}
      required
      autocomplete={offers}
    />
  )
}
