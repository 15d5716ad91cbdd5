/** What is named in a conversation, and where. */

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
export type ThingType = (typeof THING_TYPES)[number]

/** Where something was said: UTF-16 units of the segment, the first and the one behind the last. */
export interface Place {
  readonly segment: number
  readonly from: number
  readonly to: number
}

export interface NamedThing {
  readonly type: ThingType
  /** As it is said most often, or most fully. */
  readonly text: string
  /** In the order they were said. */
  readonly places: readonly Place[]
}

/** A stretch of one text that says something of a type. */
export interface Mark {
  readonly type: ThingType
  readonly from: number
  readonly to: number
}
