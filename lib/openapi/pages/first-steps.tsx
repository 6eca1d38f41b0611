import { v2 } from '../../hal/v2/version.js'
import { at } from './page.js'
import type { Documented } from './relations.js'
import { keyFor } from './request.js'

const OWNERS_COMMANDS = `npm run -s admin -- group create --title 'River Friends' \\
  --creator-given-name Ada --creator-family-name Diaz --creator-email ada@example.org
npm run -s admin -- key create --group THE-ID`

const settings = (site: Documented) => `API=${at(site, v2.path)}
KEY='${v2.keyHeader}: ${keyFor(site)}'
JSON='Content-Type: application/json'`

const WEBHOOK = `MESSAGES=$(curl -s -H "$KEY" -H "$JSON" $API/webhooks -d '{"types": ["attendance.created"]}' |
  grep -o 'http[^"]*/messages')`

const EVENT = `curl -s -H "$KEY" -H "$JSON" $API/events -d '{
  "title": "Phone bank", "origin_system": "My first program",
  "start_date": "2040-11-03T18:30",
  "location": {"venue": "Union Hall", "postal_code": "62701"}
}' | tee event.json`

const RSVP = `RSVPS=$(grep -o 'http[^"]*/attendances' event.json | head -1)
curl -s -H "$KEY" -H "$JSON" $RSVPS -d '{
  "person": {"given_name": "Ana", "email_addresses": [{"address": "ana@example.org"}]}
}'`

const MESSAGES = 'sleep 2; curl -s -H "$KEY" $MESSAGES'

/** Leads from nothing to an RSVP, and to the message of a webhook that it caused where there are webhooks. */
export function FirstSteps({ site }: { site: Documented }) {
  const hears = site.versions.some(({ operations }) => 'v2/create-webhook' in operations)
  return (
    <>
      <h2 id="first-steps">Three steps to your first RSVP</h2>
      <h3>1. A key</h3>
      <Commands text={settings(site)} />
      {site.demoKey === undefined ? (
        <>
          <p>
            Put your key in the place of YOUR-KEY. The operator of this service makes keys, in the folder of its code:
          </p>
          <Commands text={OWNERS_COMMANDS} />
        </>
      ) : (
        <p>This key is of the demo that your server came with.</p>
      )}
      <h3>2. An event{hears && ', and a webhook that collects messages'}</h3>
      <Commands text={hears ? `${WEBHOOK}\n${EVENT}` : EVENT} />
      <p>
        The answer is the event: its identifier, the location that was found, and links to its operations. Each further
        request makes another event; one with <code>identifiers</code> of your own changes the event that has them, so a
        retry is safe.
      </p>
      <h3>3. An RSVP{hears && ', and the message that it caused'}</h3>
      <Commands text={RSVP} />
      {hears && <Commands text={MESSAGES} />}
      <p>
        The answer is the attendance{hears && ', and so is the message, as it is sent to programs that wait for it'}. A
        second RSVP of the same person is the same one.
      </p>
    </>
  )
}

const Commands = ({ text }: { text: string }) => (
  <pre tabindex={0}>
    <code>{text}</code>
  </pre>
)
