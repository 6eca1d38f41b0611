import type { Page, PageRequest } from '../lib/fields/page.js'

const PER_PAGE = 100

/** The members of a collection, or only the newest of them, newest first. */
export async function wholeList<Member extends { id: string }>(
  read: (request: PageRequest) => Promise<Page<Member>>,
  limit = Infinity,
): Promise<Member[]> {
  // By id: what joins while we read moves the members before it to later pages, where they come again.
  const members = new Map<string, Member>()
  for (let page = 1, more = true; more && members.size < limit; page++) {
    const { members: found, total_records } = await read({ page, per_page: PER_PAGE })
    for (const member of found) members.set(member.id, member)
    more = page * PER_PAGE < total_records
  }
  return [...members.values()].slice(0, limit)
}
