import { PAGE_HEADERS, request } from '../clients/organizer.js'
import { admin } from '../mail/mail.js'

/** Makes a link of a team by the command. @returns its id and its path */
export async function givenTeamLink(event: string, rights: string, ...more: string[]) {
  const { code, err, json } = await admin('event', 'team-link', event, '--rights', rights, ...more, '--json')
  if (code !== 0) throw new Error(err)
  return { id: json.id as string, path: new URL(json.link as string).pathname }
}

/** Opens a link on a device without an account. @returns the browser of the device */
export async function openedOn(path: string) {
  const opened = await request('POST', path, PAGE_HEADERS, '')
  const cookie = opened.cookies[0]?.split(';')[0] ?? ''
  const open = (of: string, headers: object = {}) => request('GET', of, { cookie, ...headers })
  const formTokenOn = async (of: string) => /name="form_token" value="([^"]+)"/.exec((await open(of)).html)?.[1] ?? ''
  return {
    opened,
    cookie,
    open,
    /** Sends a form of a page. */
    send: async (on: string, path: string, fields: Record<string, string> = {}, headers: object = {}) =>
      request(
        'POST',
        path,
        { ...PAGE_HEADERS, cookie, ...headers },
        new URLSearchParams({ form_token: await formTokenOn(on), ...fields }).toString(),
      ),
  }
}
