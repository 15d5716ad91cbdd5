/** Types of named entities and their locations. */

export const THING_TYPES = [
  'person',
  'company',
  'product',
  'place',
  'event',
  'law',
  'money',
  'percent',
  'quantity',
  'date',
  'time',
  'email',
  'url',
  'phone',
  'other',
] as const
export type NamedEntityType = (typeof THING_TYPES)[number]

/** Location in a segment: offsets of the first UTF-16 unit and of the one after the last. */
export interface EntityLocation {
  readonly segment: number
  readonly from: number
  readonly to: number
}

export interface NamedEntity {
  readonly type: NamedEntityType
  /** Most frequent or most complete form of the name. */
  readonly text: string
  /** Locations in order of the transcript. */
  readonly places: readonly EntityLocation[]
}

/** Span of a text with its entity type. */
export interface EntityMark {
  readonly type: NamedEntityType
  readonly from: number
  readonly to: number
}
