/** A link of a HAL document (draft-kelly-json-hal, section 5). */
export interface Link {
  href: string
  title?: string
  name?: string
  templated?: boolean
}

/** A HAL document: its links and its state. `self` is mandatory for us. */
export interface Resource {
  _links: { self: Link; [rel: string]: Link | Link[] }
  _embedded?: Record<string, Resource | Resource[]>
  [field: string]: unknown
}
