import { GetAccountCommand, type GetAccountResponse, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import type { Settings } from '../settings.js'

/** Asks Amazon SES what the account may send. @returns undefined where the deployer may not ask */
export const mailAccount = (region: string): Promise<GetAccountResponse | undefined> =>
  new SESv2Client({ region }).send(new GetAccountCommand({})).catch(() => undefined)

/** Whether Amazon SES has found the DNS records of a domain. @returns undefined where the deployer may not ask */
export const isVerified = (region: string, EmailIdentity: string): Promise<boolean | undefined> =>
  new SESv2Client({ region })
    .send(new GetEmailIdentityCommand({ EmailIdentity }))
    .then(({ VerifiedForSendingStatus = false }) => VerifiedForSendingStatus)
    .catch(() => undefined)

/**
 * Says which DNS records the domain of the sender needs, unless Amazon SES has found them.
 * @param outputs of the stack, which have the records as a name and a value
 */
export function recordsWanted(
  domain: string,
  verified: boolean | undefined,
  outputs: Record<string, string>,
): string[] {
  const records = Object.keys(outputs)
    .filter((name) => name.startsWith('MailRecord'))
    .sort()
    .map((name) => outputs[name] ?? '')
  if (verified || records.length === 0) return []
  const why = verified === false ? 'Amazon SES sends nothing before it has found' : 'Amazon SES needs'
  return [
    `${why} these records in the DNS of ${domain}. Add them where the domain is managed:`,
    ...records.map((record) => `  CNAME  ${record}`),
  ]
}

/** Returns what keeps the emails of an account from its people, one sentence each. */
export function mailFaults({
  ProductionAccessEnabled,
  SendingEnabled,
  EnforcementStatus,
  SendQuota,
}: GetAccountResponse): string[] {
  const sandbox = `Amazon SES has this account in its sandbox: ${SendQuota?.Max24HourSend ?? 200} mails a day, to verified addresses alone. Others wait for two days and are given up then. Ask for production access: docs/owning.md, "Mail".`
  return [
    ...(ProductionAccessEnabled === false ? [sandbox] : []),
    ...(SendingEnabled === false || EnforcementStatus === 'SHUTDOWN'
      ? ['Amazon SES has stopped the emails of this account. Its console says why, under "Account dashboard".']
      : []),
  ]
}

/**
 * Fits the emails of a stage to what Amazon SES says of the account: at most its rate, and its rate where the settings
 * name none.
 * @returns the settings, and what to say of them
 */
export function mailFitted(
  settings: Settings,
  account: GetAccountResponse | undefined,
): { settings: Settings; said: string[] } {
  const { mail } = settings
  if (!mail) return { settings, said: [] }
  const most = Math.floor(account?.SendQuota?.MaxSendRate ?? 0)
  if (!account || most < 1)
    return {
      settings,
      said: [
        'Amazon SES does not say how many mails a second this account may send: the deployer may lack ses:GetAccount. The stage sends mail.perSecond, or one.',
      ],
    }
  const { perSecond = most } = mail
  const tooFast = `Amazon SES takes ${most} mails a second of this account, and mail.perSecond is ${perSecond}: the stage sends ${most}. The next deployment after Amazon SES takes more changes that.`
  return {
    settings: { ...settings, mail: { ...mail, perSecond: Math.min(perSecond, most) } },
    said: [...mailFaults(account), ...(perSecond > most ? [tooFast] : [])],
  }
}
