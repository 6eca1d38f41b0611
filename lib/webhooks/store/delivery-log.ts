import { notFound } from '../../runtime/errors.js'
import type { Page, PageRequest } from '../../fields/page.js'
import { KEPT_DAYS } from '../webhook.js'
import type { Delivery, DeliveryState } from '../webhook-message.js'
import { getMany, getOne } from '../../table/reads.js'
import { type Item, type Table, keyOf, valueOf } from '../../table/table.js'

export const DAY_MS = 86_400_000
const EMPTY: DeliveryState = { sent: 0, attempts: 0, days: {} }

/** The state of the deliveries of a webhook that an item holds. */
export const deliveryStateIn = (item: Partial<Item> | undefined): DeliveryState => ({
  ...EMPTY,
  ...(item && valueOf<DeliveryState>(item)),
})

export const readDeliveryState = async (table: Table, webhook: string): Promise<DeliveryState> =>
  deliveryStateIn(await getOne(table, keyOf.webhookState(webhook)))

/** Attempts, newest first. */
export async function listDeliveries(
  table: Table,
  webhook: string,
  { page, per_page }: PageRequest,
): Promise<Page<Delivery>> {
  const { attempts, days } = await readDeliveryState(table, webhook)
  const oldest = new Date(Date.now() - KEPT_DAYS * DAY_MS).toISOString().slice(0, 10)
  const kept = Object.entries(days).flatMap(([day, ordinal]) => (day >= oldest ? [ordinal] : []))
  const first = kept.length > 0 ? Math.min(...kept) : attempts + 1
  const total_records = attempts - first + 1
  const from = attempts - (page - 1) * per_page
  const ordinals = Array.from({ length: per_page }, (_, i) => from - i).filter((each) => each >= first)
  const items = await getMany(
    table,
    ordinals.map((ordinal) => keyOf.webhookDelivery(webhook, ordinal)),
    { consistent: true },
  )
  const members = items.flatMap((item) => (item ? [valueOf<Delivery>(item)] : []))
  return { page, per_page, total_records, members }
}

/** @throws OsdiError not_found */
export async function findDelivery(table: Table, webhook: string, id: string): Promise<Delivery> {
  const ordinal = /^[1-9]\d{0,11}$/.test(id) ? Number(id) : undefined
  const item = ordinal && (await getOne(table, keyOf.webhookDelivery(webhook, ordinal)))
  if (!item) throw notFound()
  return valueOf<Delivery>(item)
}
