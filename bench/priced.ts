import prices from './prices.json' with { type: 'json' }

/* Quantities of what AWS bills, their prices, and the tables of both. */

interface Price {
  /** Dollars in us-east-1 for the number in `per`. */
  dollars: number
  per: number
  /** The number that AWS gives each account for nothing each month, for good. */
  free?: number
  source: string
  date: string
}

export const PRICES: Record<Priced, Price> = prices
export type Priced = keyof typeof prices
export type Quantities = Partial<Record<Priced, number>>

/** Quantities, with others added. */
export const together = (some: Quantities, others: Quantities): Quantities => ({
  ...some,
  ...Object.fromEntries(
    Object.entries(others).map(([name, quantity]) => [name, quantity + (some[name as Priced] ?? 0)]),
  ),
})

export const times = (quantities: Quantities, factor: number): Quantities =>
  Object.fromEntries(Object.entries(quantities).map(([name, quantity]) => [name, quantity * factor]))

export const listPrice = (...all: Quantities[]) =>
  all.reduce((sum, quantities) => sum + totalOf(linesOfQuantities(quantities)).list, 0)

interface Line {
  name: string
  quantity: number
  price: string
  list: number
  paid: number
}

export const linesOfQuantities = (quantities: Quantities): Line[] =>
  Object.entries(quantities)
    .filter(([, quantity]) => quantity > 0)
    .map(([name, quantity]) => {
      const { dollars, per, free = 0 } = PRICES[name as Priced]
      return {
        name,
        quantity,
        price: priceOf(dollars, per),
        list: (quantity / per) * dollars,
        paid: (Math.max(0, quantity - free) / per) * dollars,
      }
    })

const priceOf = (dollars: number, per: number) =>
  `$${dollars}${per === 1e6 ? ' a million' : per === 1e3 ? ' a thousand' : ''}`

export const totalOf = (lines: Line[]) => ({
  list: lines.reduce((sum, { list }) => sum + list, 0),
  paid: lines.reduce((sum, { paid }) => sum + paid, 0),
})

export function tableOf(lines: Line[]): string {
  const { list, paid } = totalOf(lines)
  return [
    '| What | How much | Price | List | After what is free |',
    '| --- | ---: | --- | ---: | ---: |',
    ...lines.map(
      (line) =>
        `| ${line.name} | ${rounded(line.quantity)} | ${line.price} | ${line.list.toFixed(2)} | ${line.paid.toFixed(2)} |`,
    ),
    `| **Together** | | | **${list.toFixed(2)}** | **${paid.toFixed(2)}** |`,
  ].join('\n')
}

export const rounded = (quantity: number) =>
  quantity.toLocaleString('en-US', { maximumFractionDigits: quantity < 100 ? 2 : 0 })
