import type { FC } from 'hono/jsx'
import { MONTHLY_BY, WEEKDAYS, weekOf } from '../repetition.js'
import { Field, FaultText, type FormState, Select } from '../../manage/page/form.js'
import { Icon } from '../../manage/page/icons.js'
import type { Texts } from '../../manage/texts.js'
import { NOT_REPEATED, REPEATS, skipField, skippedIn, weekdayField } from './repeat-form.manage.js'

/** The fields of the form of a new event that make a series of it. They are closed for a single event. */
export const RepeatFields: FC<{
  texts: Texts
  lang: string
  form: FormState
  open: boolean
  /** Where the script of the form asks how a series repeats, in a sentence. */
  sentence: string
}> = ({ texts, lang, form, open, sentence }) => {
  const { series } = texts
  const repeat = REPEATS.find((each) => each === form.values['repeat']) ?? NOT_REPEATED
  const names = new Intl.DateTimeFormat(lang, { weekday: 'short', timeZone: 'UTC' })
  const field = (name: keyof typeof series.labels, more: Partial<Parameters<typeof Field>[0]> = {}) => (
    <Field texts={texts} form={form} name={name} label={series.labels[name]} {...more} />
  )
  return (
    <details class="more repeat" open={open || repeat !== NOT_REPEATED}>
      <summary>
        <Icon name="repeat" />
        {series.repeats}
        <span class="quiet">{series.choices[repeat]}</span>
        <Icon name="chevron-right" class="turn" />
      </summary>
      <div class="stack">
        <p class="small quiet">{series.explain}</p>
        <Select
          form={form}
          name="repeat"
          label={series.labels.repeat}
          options={Object.fromEntries(
            ([NOT_REPEATED, ...REPEATS] as const).map((each) => [each, series.choices[each]]),
          )}
        />
        <div class="cols dates-only">
          {field('until', { type: 'date', hint: series.hints.until })}
          {field('count', { type: 'number', min: 1, hint: series.hints.count })}
          <Field
            texts={texts}
            form={form}
            name="every"
            label={<ByPeriod texts={series.everyOf} />}
            hint={<ByPeriod texts={series.everyOtherOf} />}
            type="number"
            min={1}
          />
        </div>
        <fieldset class="field weekly-only">
          <legend>{series.labels.weekdays}</legend>
          <div class="line">
            {weekOf(form.values['location.country'] || undefined).map((day) => (
              <label class="check" for={weekdayField(day)}>
                <input
                  type="checkbox"
                  id={weekdayField(day)}
                  name={weekdayField(day)}
                  value="on"
                  checked={form.values[weekdayField(day)] === 'on'}
                />
                {/* 1 January 2024 was a Monday. */}
                <span>{names.format(new Date(Date.UTC(2024, 0, 1 + WEEKDAYS.indexOf(day))))}</span>
              </label>
            ))}
          </div>
          <FaultText texts={texts} form={form} name="weekdays" />
          <p class="hint">{series.hints.weekdays}</p>
        </fieldset>
        <div class="monthly-only">
          <Select
            form={form}
            name="monthly_by"
            label={series.labels.monthly_by}
            options={Object.fromEntries(MONTHLY_BY.map((each) => [each, series.monthlyBy[each]]))}
          />
        </div>
        {skippedIn(form.values).map((day) => (
          <input type="hidden" name={skipField(day)} value="on" />
        ))}
        <div class="cols shifts-only">
          {field('shift_number', { type: 'number', min: 1, hint: series.hints.shifts })}
          {field('shift_minutes', { type: 'number', min: 1 })}
        </div>
        <p role="status">
          <strong data-sentence={sentence}></strong>
        </p>
      </div>
    </details>
  )
}

/** The text of the period that is chosen; the style hides the others. */
const ByPeriod: FC<{ texts: Record<'daily' | 'weekly' | 'monthly', string> }> = ({ texts }) => (
  <>
    <span class="daily-only">{texts.daily}</span>
    <span class="weekly-only">{texts.weekly}</span>
    <span class="monthly-only">{texts.monthly}</span>
  </>
)
