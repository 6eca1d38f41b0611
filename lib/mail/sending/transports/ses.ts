import { type Mail, type Mailer, MailRefused } from '../../mail.js'
import { compose } from '../compose.js'

export interface SesSettings {
  from: string
  /** The configuration set, whose events are the notices of bounces and complaints. */
  configurationSet?: string | undefined
  /** Replaces the endpoint of the region. */
  endpoint?: string | undefined
}

/** The time limit of a request to Amazon SES, in milliseconds. */
const TIME_LIMIT_MS = 10_000

/** Sends by Amazon SES, with tags by which its notices name the email. */
export function ses({ from, configurationSet, endpoint }: SesSettings): Mailer {
  // The runtime of Lambda has this client: in the zip it would be a third of it.
  const loading = import('@aws-sdk/client-sesv2')
  // The first email says why it failed.
  loading.catch(() => undefined)
  const opening = loading.then(({ SESv2Client }) => new SESv2Client({ ...(endpoint && { endpoint }) }))
  opening.catch(() => undefined)
  return {
    async send(mail) {
      const { raw, envelope } = await compose(mail, from)
      const [{ SendEmailCommand }, client] = await Promise.all([loading, opening])
      const command = new SendEmailCommand({
        FromEmailAddress: envelope.from,
        Destination: { ToAddresses: [envelope.to] },
        Content: { Raw: { Data: raw } },
        EmailTags: tagsOf(mail),
        ...(configurationSet && { ConfigurationSetName: configurationSet }),
      })
      try {
        await client.send(command, { abortSignal: AbortSignal.timeout(TIME_LIMIT_MS) })
      } catch (error) {
        if (isRefusal(error as Error)) throw new MailRefused(`SES: ${(error as Error).name}`)
        throw error
      }
    },
  }
}

const tagsOf = ({ id, kind }: Mail) => [
  { Name: 'mail', Value: id },
  { Name: 'kind', Value: kind },
]

/** Errors of SES that are about the email, and not about the account or the moment. */
const REFUSALS = new Set(['MessageRejected', 'BadRequestException'])

/** A sender that is not verified yet, and the sandbox, are of the account: their emails go when it is set right. */
const isRefusal = ({ name, message }: Error) => REFUSALS.has(name) && !/not verified/i.test(message)
