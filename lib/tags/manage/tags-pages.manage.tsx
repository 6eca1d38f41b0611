import type { Context, Hono } from 'hono'
import { tagFields } from '../tag-fields.js'
import { bodyFields, ownNames } from '../../fields/vocabulary.js'
import { mayDo } from '../../access/permissions.js'
import type { Person } from '../../people/person.js'
import { groupIdOf } from '../../runtime/owner.js'
import { recordTag } from '../record-tag.js'
import type { TagDraft } from '../tag.js'
import { readNew } from '../../fields/read-body.js'
import { idIn, pageIn } from '../../manage/request-params.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { Field, type FormState, NO_FAULTS, faultsOf, textsIn } from '../../manage/page/form.js'
import { requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import { Form, page } from '../../manage/page/page.js'
import { ownerPath } from '../../manage/paths.js'
import { pageOfPeople, peopleColumns } from '../../people/manage/people-table.manage.js'
import { PagedTable } from '../../manage/page/table.js'
import { Time } from '../../manage/page/time.js'
import { say } from '../../manage/page/flash.js'
import { findTag, listTaggings, listTags } from '../store/tag-store.js'

/** The tags of a group, and the people who have one. */
export function tagsPages(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { table, site } = dependencies
  const path = ownerPath(':owner', 'tags')

  app.get(path, requires('see_people'), (c) => listPage(c, dependencies))

  app.post(path, requires('change_people'), async (c) => {
    const values = textsIn(await c.req.parseBody())
    const { owner, id } = c.get('owner')
    try {
      const body = { name: values['name'], origin_system: site.defaultOriginSystem ?? 'Turnout' }
      const draft = readNew(bodyFields(ownNames(tagFields), site), body, site).values as TagDraft
      const tag = await recordTag(dependencies, owner, draft)
      await logChange(c, dependencies, { action: 'tag_created', subject: { id: tag.id, title: tag.name } })
      say(c, site, { said: c.get('texts').said.tagMade(tag.name) })
      return c.redirect(ownerPath(id, 'tags'), 303)
    } catch (error) {
      return listPage(c, dependencies, { values, faults: faultsOf(error) })
    }
  })

  app.get(`${path}/:tag`, requires('see_people'), async (c) => {
    const { owner, id: ownerId } = c.get('owner')
    const id = idIn(c, 'tag')
    const tag = await findTag(table, owner, id)
    const found = await listTaggings(table, id, pageIn(c))
    return page(c, {
      title: tag.name,
      section: 'tags',
      children: (
        <PagedTable
          c={c}
          found={await pageOfPeople(table, owner, found)}
          path={`${ownerPath(ownerId, 'tags')}/${id}`}
          none={c.get('texts').tags.noPeople}
          columns={peopleColumns<Person>(c, (person) => person)}
        />
      ),
    })
  })
}

async function listPage(
  c: Context<ManageEnv>,
  { table }: ManageDependencies,
  form: FormState = { values: {}, faults: NO_FAULTS },
) {
  const texts = c.get('texts')
  const { owner, id, role } = c.get('owner')
  const base = ownerPath(id, 'tags')
  const found = await listTags(table, owner, pageIn(c))
  return page(c, {
    title: texts.tags.title,
    section: 'tags',
    status: form.faults.length > 0 ? 400 : 200,
    children: (
      <>
        <PagedTable
          c={c}
          found={found}
          path={base}
          none={groupIdOf(owner) ? texts.tags.none : texts.groupsOnly}
          columns={[
            { title: texts.tags.name, cell: (tag) => <a href={`${base}/${tag.id}`}>{tag.name}</a> },
            {
              title: texts.keys.created,
              isNamed: true,
              cell: ({ created_date }) => <Time c={c} at={created_date} />,
            },
          ]}
        />
        {groupIdOf(owner) && mayDo(role, 'change_people') && (
          <>
            <h2>{texts.tags.add}</h2>
            <Form c={c} action={base} class="card stack max-l">
              <Field texts={texts} form={form} name="name" label={texts.tags.name} />
              <div class="line">
                <button class="btn main">{texts.tags.addButton}</button>
              </div>
            </Form>
          </>
        )}
      </>
    ),
  })
}
