import type { OsdiEvent } from '../../events/event.js'
import { actionFields } from '../../events/event-fields.js'
import { ownNames } from '../../fields/vocabulary.js'
import { actionLabel } from '../../events/origin.js'
import { documentOf, pagesOf } from '../../hal/document.js'
import { v2 } from '../../hal/v2/version.js'

export const actionVocabulary = ownNames(actionFields)

/** Serializes an event as a selectable action. `self` is the address of the event. */
const action = /* @__PURE__ */ documentOf(v2, {
  vocabulary: actionVocabulary,
  links: ({ id }: OsdiEvent) => ({ self: `events/${id}`, 'osdi:attendances': `events/${id}/attendances` }),
  computed: (event) => ({ label: actionLabel(event) }),
})

/** Serializes a page of selectable actions. */
export const actionCollection = /* @__PURE__ */ pagesOf(
  v2,
  { at: 'targeting/actions', rel: ':actions', beside: () => ({ ':queries': 'targeting/queries' }) },
  action,
)
