import { relyingPartyOf } from '../sign-in/passkeys/passkey.js'
import { passkeysOf } from '../sign-in/passkeys/passkeys.js'
import { challengeStore } from '../sign-in/store/challenge-store.js'
import { rateStore } from '../http/state/rate-store.js'
import { passkeyStore } from '../sign-in/store/passkey-store.js'
import { ceremoniesOf } from '../sign-in/passkeys/ceremonies.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'

/** The passkeys of organisers; undefined where browsers make none for the address of the service. */
export function passkeys(service: Service) {
  const relyingParty = relyingPartyOf(service.environment)
  const store = partOf(service, table)
  const challenges = challengeStore(store)
  return (
    relyingParty &&
    passkeysOf({
      relyingParty,
      store: passkeyStore(store),
      ceremonies: ceremoniesOf(relyingParty),
      attempts: rateStore(store, 'attempts'),
      secret: () => challenges.secret(),
    })
  )
}
