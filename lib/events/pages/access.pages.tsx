import type { Locale } from '../../pages/locale.js'
import { ACCESS_PARTS, type Accessibility } from '../accessibility.js'

/** The accessibility of a place: what it has, what it lacks, and notes. */
export function AccessSection({
  accessibility,
  locale: { messages },
}: {
  accessibility: Accessibility
  locale: Locale
}) {
  const known = ACCESS_PARTS.filter((part) => accessibility[part] && accessibility[part] !== 'unknown')
  if (known.length === 0 && !accessibility.notes) return null
  return (
    <section class="stack" aria-labelledby="access">
      <h2 id="access">{messages.accessibility}</h2>
      {known.length > 0 && (
        <ul>
          {known.map((part) => (
            <li>{`${messages[`access_${part}`]}: ${messages[`access_${accessibility[part] ?? 'unknown'}`]}`}</li>
          ))}
        </ul>
      )}
      {accessibility.notes && (
        <p>
          <bdi>{accessibility.notes}</bdi>
        </p>
      )}
    </section>
  )
}
