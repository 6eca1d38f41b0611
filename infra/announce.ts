import { isVerified, recordsWanted } from './queues/mail-account.js'
import { domainOf } from './queues/mail-resources.js'
import type { Settings } from './settings.js'
import { tableNameOf } from './table/table.js'

/** A deployment that has ended. */
interface Deployed {
  stage: string
  settings: Settings
  region: string
  /** The outputs of its stack. */
  outputs: Record<string, string>
  isFirst: boolean
}

/** Says what a deployment has made, and what its owner has to do next. */
export async function announce({ stage, settings, region, outputs, isFirst }: Deployed): Promise<void> {
  const base = settings.publicUrl ?? (settings.domain && `https://${settings.domain.name}`)
  const address = base ?? outputs['ApiAddress']
  if (address) console.log(`\n${address}/api/v2\n${address}/api/v1\n${address}/manage`)
  if (outputs['DomainTarget']) console.log(`Point the DNS record of the domain to ${outputs['DomainTarget']}`)
  const table = tableNameOf(stage, settings)
  console.log(`The table in service is ${table}.`)
  const silent = [
    ...(settings.monitoring !== 'none' && !settings.alarmEmail
      ? [`Nobody gets the alarms of ${stage}. Set alarmEmail`]
      : []),
    ...(settings.mail ? [] : [`${stage} sends no email: no confirmation, no link to sign in. Set mail`]),
  ]
  for (const each of silent) console.warn(`\n!!! ${each} for this stage in infra/stages.yml and deploy again.`)
  if (settings.mail) {
    const domain = domainOf(settings.mail)
    const lines = recordsWanted(domain, await isVerified(region, domain), outputs)
    if (lines.length > 0) console.warn(`\n!!! ${lines.join('\n')}`)
  }
  if (!isFirst) return
  console.log(
    `\nNext, make a group and sign in: docs/owning.md, "From a checkout", step 4, with\n  export TABLE_NAME=${table} AWS_REGION=${region} PUBLIC_URL=${address ?? 'https://ADDRESS'}`,
  )
  console.log('Then go through "Your first day" there.')
}
