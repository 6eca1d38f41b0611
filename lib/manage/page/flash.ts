import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { Site } from '../../runtime/site.js'
import { cookieName, cookieOptions } from '../access/session-cookie.js'
import type { ManageEnv } from '../environment.js'

/** The sentence that the next page begins with: what a change has done, and how it is taken back. */
export interface Flash {
  said: string
  /** A further sentence. */
  also?: string
  undo?: Undo
}

/** A form with one button, which takes a change back. */
export interface Undo {
  /** The path that it is sent to. */
  action: string
  /** The text of the button, where it is not just “Undo”. */
  label?: string
  fields?: Record<string, string>
}

/** The next page follows at once; a sentence that no page has shown is out of date soon. */
const SECONDS = 60

/** Browsers keep some 4 KB in a cookie. What does not fit goes without its Undo, and then without its end. */
const MOST_LETTERS = 3_500

/** The letters that fit of any script. */
const FEW_LETTERS = 120

/** Leaves a sentence for the page that a redirect leads to. */
export function say(c: Context<ManageEnv>, site: Site, flash: Flash): void {
  const { undo: _undo, ...plain } = flash
  const short = { said: `${flash.said.slice(0, FEW_LETTERS)}…` }
  const written = [flash, plain, short].map((each) => JSON.stringify(each))
  const value = written.find((each) => encodeURIComponent(each).length <= MOST_LETTERS) ?? ''
  setCookie(c, cookieName(site, 'flash'), value, { ...cookieOptions(site), maxAge: SECONDS })
}

/** Reads the sentence that a change has left. It is forgotten once a page has shown it. */
export const readFlash = (site: Site) =>
  createMiddleware<ManageEnv>(async (c, next) => {
    const name = cookieName(site, 'flash')
    const sent = c.req.method === 'GET' ? getCookie(c, name) : undefined
    const flash = sent === undefined ? undefined : parsed(sent)
    if (flash) c.set('flash', flash)
    await next()
    if (c.get('flashShown')) deleteCookie(c, name, cookieOptions(site))
  })

function parsed(sent: string): Flash | undefined {
  try {
    const flash = JSON.parse(sent) as Flash
    return typeof flash.said === 'string' ? flash : undefined
  } catch {
    return undefined
  }
}
