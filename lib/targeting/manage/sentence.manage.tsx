import type { Context } from 'hono'
import type { Child, FC } from 'hono/jsx'
import type { ManageEnv } from '../../manage/environment.js'
import { FaultText, type FormState } from '../../manage/page/form.js'
import type { Choices } from './choices.manage.js'
import { ANY_EVENT, DEEDS, SEARCHED, tagsIn, wordsIn } from './query-form.manage.js'

type Ctx = Context<ManageEnv>

interface SentenceProps {
  c: Ctx
  form: FormState
  choices: Choices
  /** The words for everyone. */
  everyone: string
  /** The events that were chosen before. */
  events?: Child
  /** A further choice of people, in place of the sentence. */
  saved?: Child
  /** The tags that were chosen before. */
  tags?: Child
}

/** Says who people are, in one sentence: what they did, where they live, which tag they have. */
export const Sentence: FC<SentenceProps> = ({ c, form, choices, everyone, events, saved, tags }) => {
  const texts = c.get('texts')
  const { sentence: words, units } = texts.targeting
  const { values } = form
  const to = values['to'] ?? 'guests'
  const offered = choices.tags.filter((name) => !tagsIn(values).includes(name))
  const who = (value: string, label: string) => (
    <label class="check">
      <input type="radio" name="to" value={value} checked={to === value} />
      <span>{label}</span>
    </label>
  )
  return (
    <div class="stack sentence">
      <div class="stack tight" id="include" role="group" aria-labelledby="who">
        <div class="line">
          {who('guests', words.people)}
          <select class="input fit" name="did" aria-label={words.didWhat}>
            {DEEDS.map((each) => (
              <option value={each} selected={(values['did'] ?? 'accepted') === each}>
                {words.did[each]}
              </option>
            ))}
          </select>
          {events}
          <EventSelect c={c} form={form} choices={choices} isAnother={events !== undefined} />
        </div>
        <FaultText texts={texts} form={form} name="include" />
        <div class="line">{who('everyone', everyone)}</div>
      </div>
      <div class="stack tight narrows" role="group" aria-labelledby="only">
        <p class="quiet" id="only">
          {words.only}
        </p>
        <div class="line" id="near">
          <label for="near.within">{words.live}</label>
          <input
            class="input num"
            id="near.within"
            name="near.within"
            inputmode="decimal"
            value={values['near.within'] ?? '10'}
          />
          <select class="input fit" name="near.unit" aria-label={texts.targeting.unit}>
            {(['mi', 'km'] as const).map((unit) => (
              <option value={unit} selected={(values['near.unit'] ?? choices.unit) === unit}>
                {units[unit]}
              </option>
            ))}
          </select>
          <span aria-hidden="true">{words.of}</span>
          <input
            class="input"
            id="near.location"
            name="near.location"
            value={values['near.location'] ?? ''}
            aria-label={words.place}
            placeholder={texts.targeting.location}
            autocomplete="off"
          />
          {['near.known', 'near.latitude', 'near.longitude'].map((name) => (
            <input type="hidden" name={name} value={values[name] ?? ''} />
          ))}
        </div>
        <FaultText texts={texts} form={form} name="near.within" />
        <FaultText texts={texts} form={form} name="near.location" />
        {offered.length > 0 && (
          <div class="line">
            <label for="tag">{words.tag}</label>
            <select class="input fit" id="tag" name="tag">
              <option value="">{tags ? words.anotherTag : words.anyTag}</option>
              {offered.map((name) => (
                <option value={name} selected={values['tag'] === name}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        )}
        {tags}
      </div>
      {saved && (
        <div class="line">
          {who('saved', words.saved)}
          {saved}
        </div>
      )}
    </div>
  )
}

/** The events, each with its day, and what stands for several of them. */
const EventSelect: FC<{ c: Ctx; form: FormState; choices: Choices; isAnother: boolean }> = ({
  c,
  form: { values },
  choices,
  isAnother,
}) => {
  const { targeting: texts, actions } = c.get('texts')
  const { sentence: words } = texts
  const chosen = values['event'] ?? ''
  const find = wordsIn(values)
  const option = ([value, label]: readonly [string, string]) => (
    <option value={value} selected={value === chosen}>
      {label}
    </option>
  )
  const states = (['upcoming', 'past', 'cancelled'] as const).filter((each) => choices.offered[each].length > 0)
  return (
    <select class="input event" id="event" name="event" aria-label={words.event}>
      {option(['', isAnother ? words.another : words.chooseEvent])}
      {states.map((each) => (
        <optgroup label={actions.views[each]}>{choices.offered[each].map(option)}</optgroup>
      ))}
      <optgroup label={words.several}>
        {option([ANY_EVENT, words.anyEvent])}
        {find && option([SEARCHED, texts.allFound(`“${find}”`)])}
        {[...choices.campaigns].map(([id, title]) => option([`event_campaign:${id}`, texts.allOfCampaign(title)]))}
        {[...choices.series].map(([id, title]) => option([`series:${id}`, texts.allOfSeries(title)]))}
      </optgroup>
    </select>
  )
}

/** The number of people that a sentence finds. A button counts them; so does the script while the form is filled in. */
export const Count: FC<{ said?: string | undefined }> = ({ said }) => (
  <p id="count" role="status">
    <strong>{said}</strong>
  </p>
)
