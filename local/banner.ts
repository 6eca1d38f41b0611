import type { LocalSettings } from '../lib/runtime/environment.js'
import type { LocalServer } from './server.js'

/** Returns the text that `npm start` prints when it is ready: its address, the demo keys, and a command to try. */
export function banner({ url, publicUrl, engine, demo, greetings }: LocalServer, settings: LocalSettings): string {
  const api = `${url}/api/v2`
  const data = engine ? `${settings.dataDir} (${engine})` : `${settings.dynamodbEndpoint}`
  return `
Turnout is running.

${greetings.map((each) => `${each}\n`).join('')}
  API    ${api}  and, deprecated, ${url}/api/v1${publicUrl === url ? '' : `\n  links  ${publicUrl}`}
  docs   ${url}/docs  to read, ${url}/explorer  to try requests
  data   ${data}
  keys   ${demo.group.key}  a group
         ${demo.other_group.key}  another group
         ${demo.individual.key}  an individual

  curl -H 'OSDI-API-Token: ${demo.group.key}' ${api}/events

Ctrl-C stops it.
`
}
