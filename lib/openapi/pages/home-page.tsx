import type { Site } from '../../runtime/site.js'
import { v1 } from '../../hal/v1/version.js'
import { v2 } from '../../hal/v2/version.js'
import { at } from './page.js'
import { curl } from './request.js'

const event = {
  title: 'Phone bank',
  origin_system: 'My first program',
  start_date: '2026-11-03T18:30',
  location: { venue: 'Union Hall', postal_code: '62701' },
}

const COMMANDS = `npm run -s admin -- group create --title 'River Friends' \\
  --creator-given-name Ada --creator-family-name Diaz --creator-email ada@example.org
npm run -s admin -- key create --group THE-ID`

/** Introduces the service, with the steps to a first event. */
export const HomePage = ({ site }: { site: Site }) => (
  <>
    <h1>Events and RSVPs over HTTPS</h1>
    <p class="lead">
      Turnout records events, the people who come, and their RSVPs, for programs that speak{' '}
      <a href="https://opensupporter.github.io/osdi-docs/">OSDI</a> as HAL+JSON. You run it, and you own the data.
    </p>
    <FirstSteps site={site} />
    <h2>Where to go from here</h2>
    <ul>
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

const FirstSteps = ({ site }: { site: Site }) => (
  <>
    <h2>Three steps to your first event</h2>
    <h3>1. A key</h3>
    <p>
      The operator of this service creates keys, in the folder of its code. The first command creates a group and prints
      its <code>id</code>, the second one a key of that group:
    </p>
    <pre tabindex={0}>
      <code>{COMMANDS}</code>
    </pre>
    <p>
      On your own machine, <code>npm start</code> comes with a group and the key <code>demo-group-key</code>: use it. If
      you do not run the service yourself, ask its operator for a key.
    </p>
    <h3>2. An event</h3>
    <pre tabindex={0}>
      <code>{curl(site, v2, 'POST', { path: `${v2.path}/events`, body: event }, 'YOUR-KEY')}</code>
    </pre>
    <p>
      The answer is the event: with the identifier that the service gave it, the location that it found, and links to
      its operations. Each further request makes another event; one with <code>identifiers</code> of your own changes
      the event that has them, so a retry is safe.
    </p>
    <h3>3. The list</h3>
    <pre tabindex={0}>
      <code>{curl(site, v2, 'GET', { path: `${v2.path}/events` }, 'YOUR-KEY')}</code>
    </pre>
    <p>Newest first, 25 to a page, with a link to the next page if there is one.</p>
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
