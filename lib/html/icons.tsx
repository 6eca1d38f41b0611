import type { IconNode } from 'lucide'

/** The icons of a kind of page, by their names. */
export type Icons = Record<string, IconNode>

/** Makes the component of the icons of a kind of page. An icon says nothing itself: words stand beside it. */
export const iconsFrom =
  <Name extends string>(_icons: Record<Name, IconNode>) =>
  ({ name, class: own = '' }: { name: Name; class?: string }) => (
    <svg class={`i ${own}`.trim()} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  )

/** Returns the drawings of the icons that a page uses, each once. */
export function spriteOf(html: string, icons: Icons): string {
  const names = new Set([...html.matchAll(/<use href="#i-([\w-]+)"/g)].map(([, name]) => name as string))
  const symbols = [...names].flatMap((name) => {
    const icon = icons[name]
    return icon ? [`<symbol id="i-${name}" viewBox="0 0 24 24">${icon.map(drawn).join('')}</symbol>`] : []
  })
  return symbols.length > 0 ? `<svg hidden>${symbols.join('')}</svg>` : ''
}

/** The shapes are of the package, so nothing in them needs escaping. */
const drawn = ([shape, attributes]: IconNode[number]): string =>
  `<${shape}${Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')}/>`
