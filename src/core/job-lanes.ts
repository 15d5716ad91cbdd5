/** Lanes of the job queue, and the places of a process in them. */

/** Groups of jobs that share slots. Each queue belongs to one of them. */
export const LANES = ['inside', 'outside', 'long'] as const
export type LaneName = (typeof LANES)[number]

/** Number of jobs of one organization that a process runs at the same time, by lane. 0: the process runs none. */
export type LanePlaces = Readonly<Record<LaneName, number>>

export const DEFAULT_PLACES: LanePlaces = { inside: 4, outside: 16, long: 2 }

const PLACES_MAX = 200
const NONE: LanePlaces = { inside: 0, outside: 0, long: 0 }

/**
 * Parses lanes with optional numbers of places, such as `inside=8,long`. A lane without a number has its default, and an
 * omitted lane has no places.
 * @returns undefined for invalid text
 */
export function parseLanes(text: string): LanePlaces | undefined {
  const places: Record<LaneName, number> = { ...NONE }
  const named = new Set<string>()
  for (const part of text.split(',')) {
    const [, name, count] = /^\s*([a-z]+)(?:=(\d{1,3}))?\s*$/.exec(part) ?? []
    const lane = LANES.find((one) => one === name)
    if (lane === undefined || named.has(lane)) return undefined
    named.add(lane)
    places[lane] = count === undefined ? DEFAULT_PLACES[lane] : Number(count)
    if (places[lane] < 1 || places[lane] > PLACES_MAX) return undefined
  }
  return places
}
