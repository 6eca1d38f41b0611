import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { type FormState, bodyOf, textsIn } from '../../manage/page/form.js'
import { OsdiError, invalid } from '../../runtime/errors.js'
import { unsavedQuery } from '../record-query.js'
import { countPeople } from '../run-query.js'
import type { TargetingQuery } from '../targeting-query.js'
import { draftIn, faultsOfSentence } from './query-form.manage.js'

type Ctx = Context<ManageEnv>

/**
 * Reads the query of a sentence, which is not saved.
 * @throws OsdiError invalid
 */
export async function queryInSentence(
  c: Ctx,
  { targeting, site }: ManageDependencies,
  values: FormState['values'],
  id: string = randomUUID(),
): Promise<TargetingQuery> {
  const [first, ...others] = faultsOfSentence(values)
  if (first) throw invalid([first, ...others])
  return unsavedQuery(targeting, c.get('owner').owner, id, draftIn(site, { ...values, title: '-' }))
}

/** The people whom a query finds at this moment; undefined where a request cannot count them. */
export type Counted = Awaited<ReturnType<typeof countPeople>>

/**
 * Says how many people a sentence finds, while it is filled in; nothing before it says who.
 * @param say describes the count
 */
export async function countWhileTyping(
  c: Ctx,
  dependencies: ManageDependencies,
  say: (values: FormState['values'], counted: Counted) => Promise<string> | string,
): Promise<Response> {
  const values = textsIn(await bodyOf(c))
  try {
    const query = await queryInSentence(c, dependencies, values)
    return c.text(await say(values, await countPeople(dependencies.targeting, query)))
  } catch (error) {
    if (error instanceof OsdiError && error.code === 'invalid') return c.text('')
    throw error
  }
}
