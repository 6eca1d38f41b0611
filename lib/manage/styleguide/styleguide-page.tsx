import type { Hono } from 'hono'
import type { Child, FC } from 'hono/jsx'
import type { ManageEnv } from '../environment.js'
import {
  Checkbox,
  FaultSummary,
  Field,
  FileField,
  type FormState,
  More,
  SearchBox,
  SearchInput,
  Select,
} from '../page/form.js'
import { Icon, icons } from '../page/icons.js'
import { CopyBlock, CopyField, CopyLink, Empty, Notice } from '../page/notice.js'
import { PageLinks } from '../page/page-links.js'
import { page } from '../page/page.js'
import { PagedTable, Table } from '../page/table.js'
import { Time, ZoneLine } from '../page/time.js'
import { HOME } from '../paths.js'

/**
 * Every component and its states, in the scheme of the reader and once more in the dark one. It is there on one's own
 * machine alone: the package leaves this file out (infra/package/interface.ts).
 */
export function styleguidePage(app: Hono<ManageEnv>): void {
  app.get(`${HOME}/styleguide`, (c) => {
    const texts = c.get('texts')
    const form: FormState = {
      values: { title: 'Kickoff rally', end_date: '2026-12-05T17:00', capacity: '240', zone: 'chicago' },
      faults: [{ error_code: 'malformed', description: 'Choose a later time.', properties: ['end_date'] }],
    }
    const copied = { label: 'Page of the event', button: texts.copy, done: texts.copied }
    const found = { members: ['Volunteers', 'Drivers'], page: 2, per_page: 2, total_records: 1_204 }
    const parts = (
      <>
        <p>
          <a href={`${HOME}/styleguide/emails`}>Emails, every kind in both schemes</a>
        </p>
        <Part title="Surfaces" text="The page, cards on it, and what lies quietly on a card.">
          <div class="cols min-7">
            {['canvas', 'paper', 'panel', 'ink', 'accent', 'soft', 'good', 'warn', 'bad'].map((name) => (
              <div class={`swatch on-${name}`}>{name}</div>
            ))}
          </div>
        </Part>
        <Part
          title="Buttons"
          text="One main button on a page. It begins with a verb, and names the number of people where it mails or ends something. Danger is never filled."
        >
          <div class="line">
            <button class="btn main">
              <Icon name="plus" />
              New event
            </button>
            <button class="btn">Keep as draft</button>
            <button class="btn ghost">Not yet</button>
            <button class="btn danger">Cancel event</button>
            <button class="btn accent">Count me in</button>
            <button class="btn" disabled>
              Full
            </button>
          </div>
        </Part>
        <Part
          title="Fields"
          text="The label stands above, the hint below. A fault stands beside its field and says what to do. What was typed is kept."
        >
          <FaultSummary texts={texts} form={form} labels={{ end_date: 'End' }} />
          <div class="cols min-15">
            <Field texts={texts} form={form} name="title" label="Title" class="title" />
            <Field texts={texts} form={form} name="end_date" label="End" type="datetime-local" />
            <Field texts={texts} form={form} name="capacity" label="Spots" hint="People, not RSVPs" optional />
            <Select form={form} name="zone" label="Time zone" options={{ chicago: 'Central Time' }} />
          </div>
          <div class="line g5">
            <fieldset>
              <legend class="vh">Where</legend>
              <div class="seg">
                <label>
                  <input type="radio" name="where" checked />A place
                </label>
                <label>
                  <input type="radio" name="where" />
                  Online
                </label>
              </div>
            </fieldset>
            <Checkbox
              form={{ values: { waitlist: 'on' }, faults: [] }}
              name="waitlist"
              label="Keep a waiting list"
              hint="Who is next gets an email at once"
            />
          </div>
          <FileField texts={texts} form={form} name="banner" label="Banner" hint="JPEG, PNG or WebP" accept="image/*" />
          <div class="line">
            <SearchBox name="q" label="Name, email or phone" value="" />
            <SearchInput name="find" label="Words, town or month" value="" />
          </div>
          <More icon="ticket" title="Spots" now="No limit" open={false}>
            <p>What few need is below a row that says what is chosen.</p>
          </More>
          <CopyField
            id="link"
            label="Link"
            value="https://events.example.org/e/kickoff"
            button={texts.copy}
            done={texts.copied}
          />
          <CopyLink id="opened-link" value="https://events.example.org/e/kickoff" {...copied} />
          <CopyBlock id="secret" value="whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" {...copied} />
        </Part>
        <Part title="Notices" text="After a change one sentence says what happened, with Undo where there is one.">
          <Notice kind="good" beside={<button class="btn ghost">{texts.undo}</button>}>
            <strong>Hannah Goldberg is off the team.</strong> She cannot sign in any more.
          </Notice>
          <Notice kind="warn">
            <strong>35 people get an email</strong> if you change the time now.
          </Notice>
          <Notice kind="bad">
            <strong>Two things to mend:</strong> the end, the number of spots.
          </Notice>
          <Notice kind="plain">People without a phone number are left out.</Notice>
        </Part>
        <Part title="Badges and chips" text="A badge states, a chip can be chosen. A state is a word first.">
          <div class="line">
            <span class="badge good">Live</span>
            <span class="badge draft">Draft</span>
            <span class="badge accent">To review</span>
            <span class="badge warn">Waiting list</span>
            <span class="badge bad">Canceled</span>
            <span class="badge">Over</span>
          </div>
          <div class="chips">
            <a class="chip" aria-current="true" href="#chips">
              Upcoming <b>214</b>
            </a>
            <a class="chip" href="#chips">
              Drafts <b>7</b>
            </a>
          </div>
        </Part>
        <Part title="Numbers" text="Thousands are separated, and people are counted, not RSVPs.">
          <dl class="stats">
            <div>
              <dt>Coming</dt>
              <dd>
                214 <small>of 240</small>
              </dd>
              <dd>143 RSVPs, 71 brought along</dd>
            </div>
            <div>
              <dt>People</dt>
              <dd>24,906</dd>
              <dd class="good">203 new this week</dd>
            </div>
          </dl>
        </Part>
        <Part
          title="Rows and facts"
          text="The title of a row is its link. Facts have their terms beside them, or above on a phone."
        >
          <ul class="card flush rows">
            <li>
              <Icon name="pen-line" />
              <div class="grow">
                <a class="over" href="#row">
                  Neighborhood picnic
                </a>
                <span class="small quiet">A draft: no one sees it until you publish it</span>
              </div>
              <Icon name="chevron-right" />
            </li>
          </ul>
          <dl class="card facts">
            <div>
              <dt>Answer</dt>
              <dd>Coming, with two guests</dd>
            </div>
          </dl>
          <div class="mail">
            <dl>
              <dt>Subject</dt>
              <dd>
                <strong>See you tomorrow</strong>
              </dd>
            </dl>
            <div class="prose">
              <p>Hello Olga,</p>
              <p>bring water.</p>
            </div>
          </div>
          <p class="small quiet">
            A time: <Time c={c} at="2026-12-05T23:00:00Z" zone="America/Chicago" />
          </p>
          <ZoneLine c={c} zone="America/Chicago" />
        </Part>
        <Part
          title="Table"
          text="It folds into cards where it is narrow: numbers then have the heading of their column. A long list has pages."
        >
          <Table
            rows={[
              ['Letter evening for the utility board', 'Sat, Dec 12, 6 PM', '36'],
              ['Soup and phone bank at the Raghunathan-Featherstonehaugh house', 'Wed, Dec 9', '0'],
            ]}
            columns={[
              { title: 'Event', cell: ([title]) => title },
              { title: 'When', cell: ([, when]) => when },
              { title: 'Coming', kind: 'number', cell: ([, , coming]) => coming },
            ]}
          />
        </Part>
        <PagedTable
          c={c}
          found={found}
          path={`${HOME}/styleguide`}
          none="No tag yet."
          columns={[
            { title: 'Tag', cell: (tag) => tag },
            { title: 'People', kind: 'number', cell: () => '36' },
          ]}
        />
        <PageLinks c={c} found={{ ...found, page: 1 }} path={`${HOME}/styleguide`} />
        <Part title="Empty" text="It says what will stand here, and the one thing to do.">
          <Empty icon="calendar-plus" title="No events yet">
            <p>Your first one takes a title, a day and a place.</p>
            <a class="btn main" href="#empty">
              New event
            </a>
          </Empty>
        </Part>
        <Part title="Icons" text="Lucide, and of it only those that a page uses.">
          <div class="line">
            {(Object.keys(icons) as (keyof typeof icons)[]).map((name) => (
              <span class="badge plain">
                <Icon name={name} />
                {name}
              </span>
            ))}
          </div>
        </Part>
      </>
    )
    return page(c, {
      title: 'Style guide',
      children: (
        <>
          {parts}
          <div class="dark on-canvas card stack wide">{parts}</div>
        </>
      ),
    })
  })
}

const Part: FC<{ title: string; text: string; children?: Child }> = ({ title, text, children }) => (
  <section class="stack">
    <div class="stack g1">
      <h2>{title}</h2>
      <p class="small quiet">{text}</p>
    </div>
    {children}
  </section>
)
