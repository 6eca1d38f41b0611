import type { Burst, Design } from './burst.js'

/** A picture of one figure of every design at every rate. */
interface Panel {
  title: string
  /** Written beside the axis. */
  unit: string
  /** The highest value that the axis shows. */
  most: number
  value: (burst: Burst) => number
}

const PANELS: Panel[] = [
  { title: 'Accepted', unit: '%', most: 100, value: ({ accepted, sent }) => (100 * accepted) / sent },
  { title: 'Answered within, 99 of 100', unit: 'ms', most: 160, value: ({ p99 }) => p99 },
  { title: 'Write units per RSVP', unit: '', most: 16, value: ({ write }) => write },
]

const COLORS: Record<Design, string> = {
  textbook: '#d9480f',
  sharded: '#e8a100',
  'known people': '#1a7f5a',
  'new people': '#2b6cb0',
  visitors: '#a855f7',
  'visitors and mail': '#be185d',
}

const WIDTH = 240
const HEIGHT = 170
const MARGIN = { left: 44, top: 48, right: 20, bottom: 64 }
const PANEL = MARGIN.left + WIDTH + MARGIN.right

/**
 * Bursts as an SVG drawing, for the documentation: a line for each design over the rates, which stand evenly.
 * A line that goes beyond an axis is cut at its end, with an arrow.
 */
export function chart(bursts: Burst[]): string {
  const rates = [...new Set(bursts.map(({ rate }) => rate))].sort((one, other) => one - other)
  const designs = [...new Set(bursts.map(({ design }) => design))]
  const width = PANEL * PANELS.length
  const height = MARGIN.top + HEIGHT + MARGIN.bottom
  const legend = designs.map((design, i) => {
    const x = MARGIN.left + i * 150
    const y = height - 14
    return `<path d="M${x} ${y - 4}h22" stroke="${COLORS[design]}"/><text x="${x + 28}" y="${y}">${design}</text>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>RSVPs on one event, by design and rate</title>`,
    `<style>${STYLE}</style>`,
    ...PANELS.map((panel, i) => `<g transform="translate(${i * PANEL} 0)">${drawn(panel, bursts, rates, designs)}</g>`),
    ...legend,
    '</svg>\n',
  ].join('\n')
}

function drawn({ title, unit, most, value }: Panel, bursts: Burst[], rates: number[], designs: Design[]) {
  const x = (rate: number) => MARGIN.left + (WIDTH * (rates.indexOf(rate) + 0.5)) / rates.length
  const y = (amount: number) => MARGIN.top + HEIGHT * (1 - Math.min(amount, most) / most)
  const steps = [0, 0.25, 0.5, 0.75, 1].map((share) => share * most)
  const lines = designs.map((design) => {
    const points = bursts.filter((burst) => burst.design === design)
    const path = points.map((burst) => `${x(burst.rate).toFixed(1)} ${y(value(burst)).toFixed(1)}`).join('L')
    const marks = points.map((burst) => {
      const [cx, cy] = [x(burst.rate).toFixed(1), y(value(burst)).toFixed(1)]
      return value(burst) > most
        ? `<path d="M${cx} ${cy}m-5 6l5 -8l5 8z" fill="${COLORS[design]}" stroke="none"/>`
        : `<circle cx="${cx}" cy="${cy}" r="3.5" fill="${COLORS[design]}"/>`
    })
    return `<path d="M${path}" stroke="${COLORS[design]}"/>${marks.join('')}`
  })
  return [
    `<text class="title" x="${MARGIN.left}" y="24">${title}${unit && `, ${unit}`}</text>`,
    ...steps.map(
      (step) =>
        `<path class="grid" d="M${MARGIN.left} ${y(step)}h${WIDTH}"/>` +
        `<text class="number" x="${MARGIN.left - 8}" y="${y(step) + 4}">${step}</text>`,
    ),
    ...rates.map((rate) => `<text class="rate" x="${x(rate)}" y="${MARGIN.top + HEIGHT + 20}">${rate}/s</text>`),
    ...lines,
  ].join('\n')
}

const STYLE = [
  'text{font:13px system-ui,sans-serif;fill:#24292f}',
  '.title{font-weight:600}.number{text-anchor:end}.rate{text-anchor:middle}',
  'path{fill:none;stroke-width:2}.grid{stroke:#8885;stroke-width:1}',
  '@media(prefers-color-scheme:dark){text{fill:#e6edf3}}',
].join('')
