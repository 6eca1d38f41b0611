import type { Owner } from '../domain/access/principal.js'
import { signInMails as mailsToSignIn } from '../domain/mail/sign-in-mails.js'
import { rateStore } from '../dynamodb/request-state/rate-store.js'
import { chosenMails as chosenMailsOf } from '../dynamodb/stores/access/chosen-mails.js'
import { keyStore } from '../dynamodb/stores/access/key-store.js'
import { logStore } from '../dynamodb/stores/access/log-store.js'
import { ownerStore } from '../dynamodb/stores/access/owner-store.js'
import { readSettings } from '../dynamodb/stores/access/read-settings.js'
import { signInStore } from '../dynamodb/stores/access/sign-in-store.js'
import { mailStore } from '../dynamodb/stores/mail/mail-store.js'
import { readMail } from '../environment.js'
import { newId } from '../request-context.js'
import { type Service, partOf, table } from '../service.js'

/** Makes the secret of a new API key. */
export { newSecret as newKey } from '../dynamodb/stores/access/secret-store.js'

export const owners = (service: Service) => ownerStore(partOf(service, table))
/** Reads the settings of owners, for functions that read nothing else of them. */
export const settingsOf = (service: Service) => (owner: Owner) => readSettings(partOf(service, table), owner)
/** The mails about events that organisers choose. */
export const chosenMails = (service: Service) => chosenMailsOf(partOf(service, table))
export const keys = (service: Service) => keyStore(partOf(service, table))
/** Sessions of the organiser's interface. */
export const signIns = (service: Service) => signInStore(partOf(service, table))
/** The log of what the organiser's interface changes. */
export const changeLog = (service: Service) => logStore(partOf(service, table))

/** The mails with links to sign in; undefined where the installation sends no mail. */
export const signInMails = (service: Service) =>
  readMail() &&
  mailsToSignIn({
    mails: mailStore(partOf(service, table)),
    attempts: rateStore(partOf(service, table), 'attempts'),
    browsers: partOf(service, signIns),
    newId,
  })
