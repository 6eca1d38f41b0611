/** The link of a body by which a creator is designated. */
export const creatorLink = (whom: string) => ({
  'osdi:creator': {
    description: `The absolute address of a person who shall be the creator: ${whom}. Anybody else is ignored`,
  },
})

/** The link of a body to a person of the caller's list. */
export const personLink = {
  'osdi:person': {
    description: 'The absolute address of a person in the list of your key',
    required: true as const,
  },
}
