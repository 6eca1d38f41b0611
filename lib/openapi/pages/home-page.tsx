import type { Site } from '../../runtime/site.js'
import { at } from './page.js'

interface Props {
  site: Site
  /** The path at which organisers sign in, if they do. */
  signIn?: string
}

/** The front door, for those who come without a link: organizers, guests and, last, programmers. */
export const HomePage = ({ site, signIn }: Props) => (
  <>
    <h1>Events and RSVPs</h1>
    <p class="lead">Groups publish their events here, and people sign up for them.</p>
    {signIn && (
      <p>
        Organizer? <a href={at(site, signIn)}>Sign in</a>
      </p>
    )}
    <h2>Going to an event?</h2>
    <p>
      Open the link in your invitation or in your confirmation email. Lost it? Fill in the event’s form again with the
      same email, and we’ll email you a link to your RSVP.
    </p>
    <h2>Writing a program?</h2>
    <p>
      Start with the <a href={at(site, '/docs#first-steps')}>first steps</a> of the{' '}
      <a href={at(site, '/docs')}>documentation</a>, or try requests in the <a href={at(site, '/explorer')}>explorer</a>
      .
    </p>
  </>
)
