import { getMany } from '../table/reads.js'
import { isA, isResourceType, keyOfHolder, kindOf } from '../table/items/items.js'
import { type Among, among, amongIn } from '../resources/identifiers.js'
import { type Item, type Key, type ResourceType, type Table, idInKey, keyOf } from '../table/table.js'

/** An identifier, and the resource that has it or is said to. */
export interface Holding {
  type: ResourceType
  of: Among
  id: string
  identifier: string
}

/** Number of items that are looked up at a time: with the largest items, 40 MB. */
const BATCH = 100

/**
 * Finds faults between claims and resources in some items of the table. A claim and its holder are written in one
 * transaction, so the second of the two that is read must be there. Only an erasure gives claims back: while it runs, a
 * claim may be reported that is gone.
 */
export async function* identifierFaults(table: Table, items: Item[]): AsyncGenerator<string> {
  const claims = items.filter(isClaim)
  const held = claims.map((claim) => (isAtItsKey(claim) ? holdingIn(claim) : undefined))
  yield* claims
    .filter((_, i) => !held[i])
    .map(({ pk, holder }) => `The item ${pk} is no claim of an identifier: its holder is ${String(holder)}.`)
  yield* compare(table, held.filter(isDefined), ({ type, id }) => keyOfHolder(type, id), claimFault)

  const resources = items.filter((item) => identifiersIn(item).length > 0)
  yield* resources
    .filter((item) => !typeOf(item))
    .map(({ pk, sk }) => `The item ${pk} ${sk} lists identifiers, but is no resource that has them.`)
  yield* compare(table, resources.flatMap(listedIn), claimKey, listingFault)
}

/**
 * Finds faults of entries of the index over identifiers. When each entry comes from the item whose key is its type and
 * identifier, no two entries share both.
 */
export async function* indexFaults(table: Table, entries: Item[]): AsyncGenerator<string> {
  const strays = entries.filter((entry) => !isAtItsKey(entry))
  const held = strays.map(holdingIn)
  yield* strays
    .filter((_, i) => !held[i])
    .map(({ pk, sk }) => `The index of identifiers shows the item ${pk} ${sk}, whose holder is no resource.`)
  yield* compare(table, held.filter(isDefined), claimKey, strayFault)
}

/** A claim, against the resource that must have its identifier. */
function claimFault({ type, id, identifier, of }: Holding, holder: Item | undefined): string | undefined {
  const claim = `The identifier "${identifier}" is claimed for ${type}:${id}`
  if (!holder) return `${claim}, which does not exist.`
  const isListed = of === among(type, holder['owner']) && identifiersIn(holder).includes(identifier)
  return isListed ? undefined : `${claim}, which does not list it.`
}

/** An identifier that a resource lists, against the claim that must stand for it. */
function listingFault({ type, id, identifier }: Holding, claim: Item | undefined): string | undefined {
  const resource = `${type}:${id} lists the identifier "${identifier}"`
  if (!claim) return `${resource}, which has no claim.`
  const holder = String(claim['holder'])
  return holder === `${type}:${id}` ? undefined : `${resource}, which is claimed for ${holder}.`
}

/** An entry of the index that is not a claim, against the claim of its identifier. */
function strayFault({ type, id, identifier }: Holding, claim: Item | undefined): string {
  return claim
    ? `The identifier "${identifier}" is in the index twice: for ${String(claim['holder'])} and for ${type}:${id}.`
    : `The identifier "${identifier}" is in the index for ${type}:${id}, without a claim.`
}

export const isClaim = (item: Item) => isA('identifier', item)

async function* compare(
  table: Table,
  holdings: Holding[],
  key: (holding: Holding) => Key,
  fault: (holding: Holding, other: Item | undefined) => string | undefined,
): AsyncGenerator<string> {
  for (let i = 0; i < holdings.length; i += BATCH) {
    const batch = holdings.slice(i, i + BATCH)
    const others = await getMany(table, batch.map(key), { consistent: true })
    yield* batch.map((holding, j) => fault(holding, others[j])).filter(isDefined)
  }
}

const claimKey = ({ of, identifier }: Holding) => keyOf.identifier(of, identifier)

/** Returns the holding in a claim or an entry of the index; undefined when its holder is not a resource. */
function holdingIn(claim: Item): Holding | undefined {
  const { identifier, holder } = claim
  const [, type = '', id = ''] = /^([^:]+):(.+)$/s.exec(String(holder)) ?? []
  if (typeof identifier !== 'string' || !isResourceType(type)) return undefined
  // The claim of a person's identifier has the owner in its key; claimFault compares it with the person's.
  return { type, id, identifier, of: type === 'person' ? amongIn(claim) : type }
}

/** Whether a claim's key is the one that its type and identifier have, which makes it the only one. */
function isAtItsKey(claim: Item): boolean {
  const holding = holdingIn(claim)
  return holding !== undefined && holding.of.startsWith(holding.type) && isSame(claimKey(holding), claim)
}

function listedIn(item: Item): Holding[] {
  const type = typeOf(item)
  return type
    ? identifiersIn(item).map((identifier) => ({ type, id: idIn(item), identifier, of: among(type, item['owner']) }))
    : []
}

const typeOf = (item: Item) => kindOf(item)?.claims

/** The id in an item's key: of its partition, and of its sort key where that names a second party. */
const idIn = ({ pk, sk }: Item) => (sk.includes('#') ? `${idInKey(pk)}/${idInKey(sk)}` : idInKey(pk))

const identifiersIn = ({ identifiers }: Item) =>
  Array.isArray(identifiers) ? identifiers.map((each) => String(each)) : []

const isSame = (one: Key, { pk, sk }: Item) => one.pk === pk && one.sk === sk

const isDefined = <Value>(value: Value | undefined): value is Value => value !== undefined
