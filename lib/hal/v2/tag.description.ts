import { collectionOf } from '../collection.description.js'
import type { Operations } from '../operation.js'
import { type DocumentSchema, always, leadsTo, string } from '../schema.js'
import * as shared from '../shared.description.js'
import { tagFields } from './tag.js'

export const tag = (): DocumentSchema => ({
  name: 'Tag',
  description: 'What a group sorts its people by',
  fields: {
    identifiers: shared.identifiers,
    name: string('What the helpers call it; one tag of a name in a group'),
    origin_system: shared.originSystem,
    created_date: shared.createdDate,
    modified_date: shared.modifiedDate,
  },
  links: {
    self: leadsTo('This tag', 'v2/get-tag'),
    'osdi:taggings': leadsTo('Who has the tag', 'v2/list-taggings'),
  },
})

const tagging = (): DocumentSchema => ({
  name: 'Tagging',
  description: 'That a person has a tag: one for each person and tag',
  fields: {
    identifiers: shared.identifiers,
    item_type: always('osdi:person', 'What has the tag'),
    created_date: shared.createdDate,
    modified_date: shared.modifiedDate,
  },
  links: {
    self: leadsTo('This tagging', 'v2/get-tagging'),
    'osdi:tag': leadsTo('The tag', 'v2/get-tag'),
    'osdi:person': leadsTo('Who has it', 'v2/get-person'),
  },
})

const tags = () => collectionOf(tag(), 'osdi:tags', 'Tags, newest first', 'v2/list-tags')
const taggings = () => collectionOf(tagging(), 'osdi:taggings', 'Taggings, newest first', 'v2/list-taggings')

export const tagOperations = (): Operations => ({
  'v2/list-tags': { tag: 'Tags', summary: 'Lists the tags of your key', answer: tags() },
  'v2/create-tag': {
    tag: 'Tags',
    summary: 'Creates a tag, or answers the one of this name',
    description: 'Tags belong to groups: the key of an individual account is refused with 400.',
    body: [
      {
        name: 'NewTag',
        description: 'A new tag',
        purpose: 'create',
        fields: tagFields,
        meaning: tag().fields,
      },
    ],
    answer: tag(),
  },
  'v2/get-tag': { tag: 'Tags', summary: 'Reads a tag', validated: true, answer: tag() },
  'v2/list-taggings': { tag: 'Tags', summary: 'Lists who has a tag', answer: taggings() },
  'v2/create-tagging': {
    tag: 'Tags',
    summary: 'Puts a tag on a person, or answers the tagging that is there',
    body: [
      {
        name: 'NewTagging',
        description: 'Whom to tag',
        purpose: 'create',
        fields: {},
        meaning: {},
        links: shared.personLink,
      },
    ],
    answer: tagging(),
    background: true,
  },
  'v2/get-tagging': { tag: 'Tags', summary: 'Reads a tagging', validated: true, answer: tagging() },
})
