import { relyingPartyOf } from '../domain/access/passkeys/passkey.js'
import { passkeysOf } from '../domain/access/passkeys/passkeys.js'
import { challengeStore } from '../dynamodb/request-state/challenge-store.js'
import { rateStore } from '../dynamodb/request-state/rate-store.js'
import { passkeyStore } from '../dynamodb/stores/access/passkeys/passkey-store.js'
import { ceremoniesOf } from '../passkeys/ceremonies.js'
import { type Service, partOf, table } from '../service.js'

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
