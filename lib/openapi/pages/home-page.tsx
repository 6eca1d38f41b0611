import type { Site } from '../../runtime/site.js'
import { v1 } from '../../hal/v1/version.js'
import { v2 } from '../../hal/v2/version.js'
import { at } from './page.js'

interface Props {
  site: Site
  /** The path at which organisers sign in, if they do. */
  signIn?: string
}

/** Introduces the service to those who come without a link. */
export const HomePage = ({ site, signIn }: Props) => (
  <>
    <h1>Events and RSVPs</h1>
    <p class="lead">
      Turnout records events, the people who come, and their RSVPs, for programs that speak{' '}
      <a href="https://opensupporter.github.io/osdi-docs/">OSDI</a> as HAL+JSON. You run it, and you own the data.
    </p>
    {signIn && (
      <p>
        Organiser? <a href={at(site, signIn)}>Sign in</a>
      </p>
    )}
    <h2>For programs</h2>
    <ul>
      <li>
        <a href={at(site, '/docs#first-steps')}>First steps</a>: from a key to an RSVP
      </li>
      <li>
        <a href={at(site, '/explorer')}>Explorer</a>: try every request in the browser, with your key
      </li>
      <li>
        <a href={at(site, '/docs')}>Documentation</a>: what is the same everywhere, and what every link of an answer
        means; <a href={at(site, '/docs/events')}>events</a>,{' '}
        <a href={at(site, '/docs/record_attendance_helper')}>RSVPs</a> and <a href={at(site, '/docs/people')}>people</a>{' '}
        first
      </li>
      <li>
        OpenAPI 3.1, for generators of clients: <a href={at(site, `${v2.path}/openapi.json`)}>version 2</a>,{' '}
        <a href={at(site, `${v1.path}/openapi.json`)}>version 1</a>
      </li>
      <li>
        The source: beside the code, <code>docs/walkthrough.md</code> has a walkthrough with curl,{' '}
        <code>docs/api.md</code> every rule, and <code>docs/owning.md</code> how to run and deploy it
      </li>
    </ul>
    <Versions site={site} />
  </>
)

const Versions = ({ site }: { site: Site }) => (
  <>
    <h2>Versions</h2>
    <dl class="rows">
      <dt>
        <a href={at(site, v2.path)}>
          <code>{v2.path}</code>
        </a>{' '}
        <span class="mark">current</span>
      </dt>
      <dd>
        The key goes into the header <code>{v2.keyHeader}</code>. New programs use this one.
      </dd>
      <dt>
        <a href={at(site, v1.path)}>
          <code>{v1.path}</code>
        </a>{' '}
        <span class="type">deprecated</span>
      </dt>
      <dd>
        The key goes into the header <code>{v1.keyHeader}</code>. The same events under older names, for programs that
        know them.
      </dd>
    </dl>
    <p>Both begin with an entry point that needs no key and links to everything.</p>
  </>
)
