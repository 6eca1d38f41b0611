import type { Site } from '../../runtime/site.js'
import { collectionOf } from '../../hal/collection.description.js'
import { bodyOf, nothing, type Operations } from '../../hal/descriptions/operation.js'
import { type DocumentSchema, describeDocument } from '../../hal/descriptions/schema.js'
import { personLink } from '../../attendances/documents/attendance.description.js'
import { tagVocabulary } from './tag.v2.js'
import { taggingVocabulary } from './tagging.v2.js'
import { v2 } from '../../hal/v2/version.js'

const described = (site: Site) => ({ version: v2, vocabulary: tagVocabulary, site })

const tag = (site: Site): DocumentSchema =>
  describeDocument(described(site), 'Tag', 'A label that a group gives to people', {
    self: ['This tag', 'get-tag'],
    'osdi:taggings': ['The taggings of the tag', 'list-taggings'],
  })

function tagging(site: Site): DocumentSchema {
  const taggings = { version: v2, vocabulary: taggingVocabulary, site }
  return describeDocument(taggings, 'Tagging', 'A tag on a person: one for each person and tag', {
    self: ['This tagging', 'get-tagging', 'delete-tagging'],
    'osdi:tag': ['The tag', 'get-tag'],
    'osdi:person': ['The person who has the tag', 'get-person'],
  })
}

const tags = (site: Site) => collectionOf(tag(site), 'osdi:tags', 'Tags, newest first', 'v2/list-tags')
const taggings = (site: Site) =>
  collectionOf(tagging(site), 'osdi:taggings', 'Taggings, newest first', 'v2/list-taggings', 'v2/list-person-taggings')

export const tagOperations = (site: Site): Operations => ({
  'v2/list-tags': { tag: 'Tags', summary: 'Lists the tags of your key', answer: tags(site) },
  'v2/create-tag': {
    tag: 'Tags',
    summary: 'Creates a tag, or returns the one of this name',
    description: 'Tags belong to groups: the key of an individual account is refused with 400.',
    body: [
      {
        name: 'TagDraft',
        description: 'A new tag',
        purpose: 'create',
        ...bodyOf(described(site)),
      },
    ],
    answer: tag(site),
  },
  'v2/get-tag': { tag: 'Tags', summary: 'Reads a tag', validated: true, answer: tag(site) },
  'v2/list-person-taggings': { tag: 'People', summary: 'Lists the tags of a person', answer: taggings(site) },
  'v2/list-taggings': { tag: 'Tags', summary: 'Lists the taggings of a tag', answer: taggings(site) },
  'v2/create-tagging': {
    tag: 'Tags',
    summary: 'Puts a tag on a person, or returns the tagging that is there',
    body: [
      {
        name: 'TaggingDraft',
        description: 'The person to tag',
        purpose: 'create',
        fields: {},
        meaning: {},
        links: personLink,
      },
    ],
    answer: tagging(site),
    background: true,
  },
  'v2/get-tagging': { tag: 'Tags', summary: 'Reads a tagging', validated: true, answer: tagging(site) },
  'v2/delete-tagging': { tag: 'Tags', summary: 'Takes a tag off a person', answer: nothing, isEmpty: true },
})
