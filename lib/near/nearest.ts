import { compareTexts } from '../fields/compare-texts.js'
import { FURTHEST_KM, type Point, distanceKm, distanceToBoxKm } from '../locations/great-circle.js'
import { CELLS, type Stretch, cellOf, coverOf } from './hilbert-curve.js'

/** Something at a point, in the order of the curve: by its cell, then by its start, then by its id. */
export interface Located extends Point {
  id: string
  /** When it starts, in UTC: texts in the order of instants. */
  start: string
}

/** A part of the curve that was read. */
export interface CurvePage<Member> {
  members: Member[]
  /** Whether there is more of the stretch behind it. */
  more: boolean
}

/** Reads members in the order of the curve. */
export interface Curve<Member> {
  /** Reads a stretch from its first cell on, or from behind a member of it. @param most members of a page */
  forward(stretch: Stretch, most: number, behind?: Member): Promise<CurvePage<Member>>
  /** Reads from a cell backwards to the beginning of the curve. */
  backward(last: number, most: number): Promise<CurvePage<Member>>
}

/** A member with its distance. */
export interface Found<Member> {
  member: Member
  km: number
}

export interface Wanted<Member> {
  from: Point
  /** The largest distance, inclusive. */
  withinKm: number
  /** The most members to return, the nearest first. */
  most: number
  matches: (member: Member) => boolean
  /** Only what stands behind this position. */
  after?: Position | undefined
  /** Whether the nearest of all is not looked for where none is within reach: more is read for it than for a circle. */
  onlyWithin?: boolean | undefined
}

/** A position in the order of distances. */
export interface Position {
  km: number
  start: string
  id: string
}

/** Orders by distance, then by start, then by id. */
export const comparePositions = (one: Position, other: Position) =>
  one.km - other.km || compareTexts(one.start, other.start) || compareTexts(one.id, other.id)

const positionOf = ({ member, km }: Found<Located>): Position => ({ km, start: member.start, id: member.id })

/** Stretches of a cover that are read at once. More of them read less besides, each is a request. */
const MOST_STRETCHES = 4

/** Rounding may put a point on the edge of a box outside. */
const SLACK_KM = 0.001

/** The members that a search has read, by id, and the stretches on which it has seen all of them. */
interface Known<Member> {
  members: Map<string, Found<Member>>
  read: Stretch[]
}

export interface Nearest<Member> {
  /** The wanted members within reach, the nearest first. */
  found: Found<Member>[]
  /** The nearest of all that match, where none is within reach. */
  beyond?: Found<Member> | undefined
}

/**
 * Finds the members that are nearest to a point: exactly those that a comparison with all of them would find. It looks
 * at the neighbors on the curve first. Their distances bound the circle that it has to read then.
 */
export async function nearest<Member extends Located>(
  curve: Curve<Member>,
  wanted: Wanted<Member>,
): Promise<Nearest<Member>> {
  const known: Known<Member> = { members: new Map(), read: [] }
  await probe(curve, wanted, known)
  const found = await within(curve, wanted, known, Math.min(wanted.withinKm, FURTHEST_KM), wanted.most)
  const isAll = wanted.after !== undefined || wanted.withinKm >= FURTHEST_KM
  if (found.length > 0 || isAll || wanted.onlyWithin) return { found }
  const [beyond] = await within(curve, wanted, known, FURTHEST_KM, 1)
  return { found, beyond }
}

/** Reads the neighbors of a point on the curve. */
async function probe<Member extends Located>(
  curve: Curve<Member>,
  wanted: Wanted<Member>,
  known: Known<Member>,
): Promise<void> {
  const most = wanted.most + 8
  const cell = cellOf(wanted.from)
  const [ahead, behind] = await Promise.all([
    curve.forward({ first: cell, last: CELLS - 1 }, most),
    cell === 0 ? { members: [], more: false } : curve.backward(cell - 1, most),
  ])
  learn(known, wanted, [...ahead.members, ...behind.members])
  const ends = { first: behind.members.at(-1), last: ahead.members.at(-1) }
  // The last cell may hold more members than were read.
  const first = behind.more && ends.first ? cellOf(ends.first) + 1 : 0
  const last = ahead.more && ends.last ? cellOf(ends.last) - 1 : CELLS - 1
  if (first <= last) known.read.push({ first, last })
}

function learn<Member extends Located>(known: Known<Member>, { from }: Wanted<Member>, members: Member[]) {
  for (const member of members)
    if (!known.members.has(member.id)) known.members.set(member.id, { member, km: distanceKm(from, member) })
}

/** Reads until the nearest members within a distance are known, up to a number. */
async function within<Member extends Located>(
  curve: Curve<Member>,
  wanted: Wanted<Member>,
  known: Known<Member>,
  withinKm: number,
  most: number,
): Promise<Found<Member>[]> {
  for (let turn = 0; ; turn++) {
    const best = matching(known, wanted, withinKm)
    const bound = best.length >= most ? (best[most - 1] as Found<Member>).km : withinKm
    const circle = turn < MOST_TURNS ? affordable(known, wanted, bound) : circleOf(known, wanted, bound)
    // The members that are known say little of how many a wide circle has: a sample of its middle makes it smaller.
    if (turn < MOST_SAMPLES && circle.km > WIDE_KM && circle.stretches.length > 0) {
      const middle = circleOf(known, wanted, circle.km / 2).stretches
      await sample(curve, known, wanted, longestOf(middle.length > 0 ? middle : circle.stretches))
      continue
    }
    const pages = await Promise.all(circle.stretches.map((stretch) => readStretch(curve, wanted, stretch, most)))
    learn(known, wanted, pages.flat())
    known.read.push(...circle.stretches)
    if (circle.km >= bound) return matching(known, wanted, withinKm).slice(0, most)
  }
}

/** Samples that are read before a circle is, and the radius from which on. */
const MOST_SAMPLES = 1
const WIDE_KM = 120

/** Members of a sample, of all stretches together. */
const SAMPLE = 80

/** Stretches of a sample: each is a request, and a sample need not have all. */
const MOST_SAMPLED = 2

const longestOf = (stretches: Stretch[]) =>
  stretches.toSorted((one, other) => lengthOf([other]) - lengthOf([one])).slice(0, MOST_SAMPLED)

/** Reads the first members of some stretches. */
async function sample<Member extends Located>(
  curve: Curve<Member>,
  known: Known<Member>,
  wanted: Wanted<Member>,
  stretches: Stretch[],
): Promise<void> {
  const most = Math.ceil(SAMPLE / stretches.length)
  const pages = await Promise.all(stretches.map((stretch) => curve.forward(stretch, most)))
  pages.forEach(({ members, more }, i) => {
    const { first, last } = stretches[i] as Stretch
    learn(known, wanted, members)
    const end = members.at(-1)
    // The last cell may hold more members than were read.
    const seen = more && end ? cellOf(end) - 1 : last
    if (first <= seen) known.read.push({ first, last: seen })
  })
}

/** Wanted members that are known, in their order. */
const matching = <Member extends Located>(
  { members }: Known<Member>,
  { matches, after }: Wanted<Member>,
  withinKm: number,
) =>
  [...members.values()]
    .filter(({ member, km }) => km <= withinKm && matches(member))
    .filter((each) => after === undefined || comparePositions(positionOf(each), after) > 0)
    .toSorted((one, other) => comparePositions(positionOf(one), positionOf(other)))

/** A circle, and the stretches of the curve that have to be read to know all members in it. */
interface Circle {
  km: number
  stretches: Stretch[]
}

function circleOf<Member extends Located>(
  { read, members }: Known<Member>,
  { from }: Wanted<Member>,
  km: number,
): Circle {
  const cover = coverOf((box) => distanceToBoxKm(from, box) <= km + SLACK_KM, MOST_STRETCHES)
  const unread = cover.flatMap((stretch) => without(read, stretch))
  const cells = [...members.values()].map(({ member }) => cellOf(member))
  return { km, stretches: joined(unread, read, cells) }
}

/** Members that are read again for one request less. */
const MOST_READ_AGAIN = 40

/** Joins stretches until they are few, over parts that are read: where the fewest members are read again. */
function joined(stretches: Stretch[], read: Stretch[], cells: number[]): Stretch[] {
  let few = stretches.toSorted((one, other) => one.first - other.first)
  while (few.length > MOST_STRETCHES) {
    const gaps = few.slice(1).map(({ first }, i) => {
      const { last } = few[i] as Stretch
      const isRead = without(read, { first: last + 1, last: first - 1 }).length === 0
      if (!isRead) return Infinity
      return cells.filter((cell) => cell > last && cell < first).length
    })
    const least = Math.min(...gaps)
    if (least > MOST_READ_AGAIN) return few
    const at = gaps.indexOf(least)
    const [one, other] = few.slice(at, at + 2) as [Stretch, Stretch]
    few = few.toSpliced(at, 2, { first: one.first, last: other.last })
  }
  return few
}

/** Circles that are made smaller before the whole one is read. */
const MOST_TURNS = 2

/** Members of a circle that is read without trying a smaller one first, about 64 KB. */
const AFFORDABLE = 160

/**
 * Returns a smaller circle where the whole one has many members by what is known of their density: its members make
 * the bound smaller for the next turn.
 */
function affordable<Member extends Located>(known: Known<Member>, wanted: Wanted<Member>, bound: number): Circle {
  const cells = lengthOf(known.read)
  const density = known.members.size / Math.max(1, cells)
  let circle = circleOf(known, wanted, bound)
  while (circle.km > 1 && lengthOf(circle.stretches) * density > AFFORDABLE)
    circle = circleOf(known, wanted, circle.km * 0.7)
  return circle
}

const lengthOf = (stretches: Stretch[]) => stretches.reduce((sum, { first, last }) => sum + last - first + 1, 0)

/** Returns the parts of a stretch that were not read. */
function without(read: Stretch[], stretch: Stretch): Stretch[] {
  return read.reduce(
    (rest, { first, last }) =>
      rest.flatMap((each) => [
        ...(each.first < first ? [{ first: each.first, last: Math.min(each.last, first - 1) }] : []),
        ...(each.last > last ? [{ first: Math.max(each.first, last + 1), last: each.last }] : []),
      ]),
    [stretch],
  )
}

/** Members of a page beyond the wanted ones. */
const PAGE = 150

/**
 * Reads a stretch. Where a page ends among more members of one cell than are wanted, the rest of them are further back
 * in the order, as members of a cell come by their start: the next page begins behind the cell.
 */
async function readStretch<Member extends Located>(
  curve: Curve<Member>,
  wanted: Wanted<Member>,
  { first, last }: Stretch,
  most: number,
): Promise<Member[]> {
  const all: Member[] = []
  for (let from = first, behind: Member | undefined; ;) {
    const { members, more } = await curve.forward({ first: from, last }, most + PAGE, behind)
    all.push(...members)
    behind = members.at(-1)
    if (!more || behind === undefined) return all
    if (isEnoughOf(members, behind, wanted, most)) {
      from = cellOf(behind) + 1
      if (from > last) return all
      behind = undefined
    }
  }
}

/** Whether the members at one point alone are enough: they have the same distance, and come by their start. */
function isEnoughOf<Member extends Located>(
  members: Member[],
  { latitude, longitude }: Member,
  { matches, after, from }: Wanted<Member>,
  most: number,
): boolean {
  const km = distanceKm(from, { latitude, longitude })
  const first = members.find((each) => each.latitude === latitude && each.longitude === longitude)
  const here = members.slice(first ? members.indexOf(first) : 0)
  return (
    here.every((each) => each.latitude === latitude && each.longitude === longitude) &&
    here.filter((member) => matches(member) && (!after || comparePositions(positionOf({ member, km }), after) > 0))
      .length >= most
  )
}
