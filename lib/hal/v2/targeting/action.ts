import type { OsdiEvent } from '../../../domain/events/event.js'
import { actionFields } from '../../../domain/events/event-fields.js'
import { ownNames } from '../../../domain/fields/vocabulary.js'
import { actionLabel } from '../../../domain/events/origin.js'
import { documentOf, pagesOf } from '../../document.js'
import { v2 } from '../version.js'

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
  { at: 'targeting/actions', rel: ':actions', beside: { ':queries': 'targeting/queries' } },
  action,
)
