import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { choiceLabel } from '../../events/manage/event-choice.manage.js'
import type { Unit } from '../../locations/reach.js'
import type { ManageEnv } from '../../manage/environment.js'
import { Checkbox, Field, type FormState, Select } from '../../manage/page/form.js'
import { tagInput, tagsIn } from './query-form.manage.js'

type Ctx = Context<ManageEnv>

/** The tags and events that the form of a query offers for people. */
export interface PeopleChoices {
  /** Names of the newest tags. */
  tags: string[]
  /** Events near which people may live: the next ones, and the one that the query names. */
  nearEvents: ({ id: string } & Parameters<typeof choiceLabel>[1])[]
  /** The unit in which a new query asks. */
  unit: Unit
}

/** The people that a query is about: their tags, and where they live. */
export const PeopleFields: FC<{ c: Ctx; form: FormState; people: PeopleChoices }> = ({ c, form, people }) => {
  const texts = c.get('texts')
  const { targeting: words } = texts
  const tags = [...new Set([...tagsIn(form.values), ...people.tags])]
  const state = { ...form, values: { 'near.within': '10', 'near.unit': people.unit, ...form.values } }
  return (
    <section class="card stack" aria-labelledby="people">
      <div>
        <h2 id="people">{words.who}</h2>
        <p class="hint quiet">{words.whoHint}</p>
      </div>
      {tags.length > 0 && (
        <fieldset class="stack tight" id="tags">
          <legend class="label">{words.tags}</legend>
          <p class="hint quiet">{words.tagsHint}</p>
          <div class="ticks">
            {tags.map((name) => (
              <Checkbox form={form} name={tagInput(name)} label={name} />
            ))}
          </div>
        </fieldset>
      )}
      <fieldset class="stack tight" id="near">
        <legend class="label">{words.near}</legend>
        <div class="reach">
          <Field texts={texts} form={state} name="near.within" label={words.within} class="num" inputmode="decimal" />
          <Select
            form={state}
            name="near.unit"
            label={words.unit}
            options={{ mi: words.units.mi, km: words.units.km }}
          />
          <Field
            texts={texts}
            form={form}
            name="near.location"
            label={words.location}
            hint={words.locationHint}
            autocomplete="off"
          />
        </div>
        {people.nearEvents.length > 0 && (
          <Select
            form={form}
            name="near.event"
            label={words.nearEvent}
            options={{
              '': words.noEvent,
              ...Object.fromEntries(people.nearEvents.map((event) => [event.id, choiceLabel(c, event)])),
            }}
          />
        )}
        {['near.known', 'near.latitude', 'near.longitude'].map((name) => (
          <input type="hidden" name={name} value={form.values[name] ?? ''} />
        ))}
      </fieldset>
    </section>
  )
}
