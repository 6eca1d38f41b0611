/** The owner of events, people and campaigns: a group, or an individual account. */
export type Owner = `group:${string}` | `account:${string}`

/** The group behind an owner, or undefined for an individual account. */
export const groupIdOf = (owner: Owner) => (owner.startsWith('group:') ? owner.slice('group:'.length) : undefined)
