import type { ManageDependencies } from '../../manage/dependencies.js'
import type { Passkeys } from '../passkeys/passkeys.js'
import type { ProviderSignIns } from '../sign-in-by-provider.js'
import type { SignInMails } from '../sign-in-requests.js'

/** The dependencies of pages of signing in. */
export interface SignInDependencies extends ManageDependencies {
  /** Mails links to sign in; undefined where the installation sends no email. */
  signInMails: SignInMails | undefined
  /** Signs in with passkeys; undefined where browsers make none for the address of the service. */
  passkeys: Passkeys | undefined
  identityProviders: {
    signing: ProviderSignIns
    /** Encrypts the secret of a client. */
    conceal: (secret: string) => Promise<string>
    /** Whether providers may be in a private network. */
    allowsPrivate: boolean
  }
}
