import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { REACHES, type Reach } from '../reach.js'
import type { ManageEnv } from '../../manage/environment.js'
import { Select } from '../../manage/page/form.js'

/** The choice of the dates that a form concerns; nothing where the event is not a date of a series. */
export const ReachChoice: FC<{ c: Context<ManageEnv>; value: Reach }> = ({ c, value }) => {
  const { series: texts } = c.get('texts')
  if (!c.get('event').series) return <></>
  const form = { values: { series: value }, faults: [] }
  const options = Object.fromEntries(REACHES.map((each) => [each, texts.reaches[each]]))
  return <Select form={form} name="series" label={texts.reach} options={options} />
}
