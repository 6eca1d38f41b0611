import type { Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import { notFound } from '../../runtime/errors.js'
import { mayDo } from '../../access/permissions.js'
import type { Person } from '../../people/person.js'
import { groupIdOf } from '../../runtime/owner.js'
import { tagPerson } from '../record-tag.js'
import { idIn } from '../../manage/request-params.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { NO_FAULTS, Select, textsIn } from '../../manage/page/form.js'
import { requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import { Form } from '../../manage/page/page.js'
import { ownerPath } from '../../manage/paths.js'
import { say } from '../../manage/page/flash.js'
import { listTags, tagsOfPerson } from '../store/tag-store.js'
import { findPerson } from '../../people/store/find-people.js'

/** Tags that the form offers: the newest. */
const OFFERED = { page: 1, per_page: 100 }

/** Gives tags to a person, and takes them off. */
export function personTagging(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { table } = dependencies

  for (const action of ['tag', 'untag'] as const)
    app.post(`${ownerPath(':owner', 'people')}/:person/${action}`, requires('change_people'), async (c) => {
      const { owner, id: ownerId } = c.get('owner')
      const { tag = '' } = textsIn(await c.req.parseBody())
      const person = await findPerson(table, owner, idIn(c, 'person'))
      if (person.erased_date !== undefined) throw notFound()
      const [add, remove] = action === 'tag' ? [[tag], []] : [[], [tag]]
      const unknown = await tagPerson(dependencies, owner, person.id, add, remove)
      if (unknown.length > 0) throw notFound()
      const logged = action === 'tag' ? 'person_tagged' : 'person_untagged'
      await logChange(c, dependencies, { action: logged, subject: { id: person.id }, detail: tag })
      const { said } = c.get('texts')
      const path = `${ownerPath(ownerId, 'people')}/${person.id}`
      say(c, dependencies.site, {
        said: action === 'tag' ? said.tagged(tag) : said.untagged(tag),
        undo: { action: `${path}/${action === 'tag' ? 'untag' : 'tag'}`, fields: { tag } },
      })
      return c.redirect(path, 303)
    })
}

/** The tags on the page of a person. */
export interface TagsOfPerson {
  /** Names of the tags that the person has. */
  names: string[]
  /** Names of further tags, to choose from. */
  offered: string[]
}

/** Reads the tags of a person, and those that the person may be given. */
export async function tagsOf(
  c: Context<ManageEnv>,
  person: string,
  { table }: ManageDependencies,
): Promise<TagsOfPerson> {
  const { owner, role } = c.get('owner')
  const isOffered = mayDo(role, 'change_people') && groupIdOf(owner) !== undefined
  const [found, { members }] = await Promise.all([
    tagsOfPerson(table, owner, person),
    isOffered ? listTags(table, owner, OFFERED) : { members: [] },
  ])
  const names = found.map(({ name }) => name)
  return { names, offered: members.map(({ name }) => name).filter((name) => !names.includes(name)) }
}

/** The tags of a person, each with a button that takes it off, and the form that gives another one. */
export const PersonTags: FC<{ c: Context<ManageEnv>; person: Person; tags: TagsOfPerson }> = ({
  c,
  person,
  tags: { names, offered },
}) => {
  const { people: texts, nav } = c.get('texts')
  const { id, role } = c.get('owner')
  const base = `${ownerPath(id, 'people')}/${person.id}`
  const mayTag = mayDo(role, 'change_people') && person.erased_date === undefined
  return (
    <>
      {names.length > 0 && (
        <>
          <h2>{nav.sections.tags}</h2>
          <ul class="tags">
            {names.map((name) => (
              <li>
                <Form c={c} action={`${base}/untag`}>
                  <span class="badge">{name}</span> <input type="hidden" name="tag" value={name} />
                  {mayTag && (
                    <button class="btn ghost" aria-label={`${texts.untag}: ${name}`}>
                      {texts.untag}
                    </button>
                  )}
                </Form>
              </li>
            ))}
          </ul>
        </>
      )}
      {mayTag && offered.length > 0 && (
        <Form c={c} action={`${base}/tag`} class="line ends">
          <Select
            form={{ values: {}, faults: NO_FAULTS }}
            name="tag"
            label={texts.tagLabel}
            options={Object.fromEntries(offered.map((name) => [name, name]))}
          />
          <button class="btn">{texts.tag}</button>
        </Form>
      )}
    </>
  )
}
