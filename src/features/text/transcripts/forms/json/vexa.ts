import {
  createDraft,
  entries,
  firstEntry,
  hasAny,
  idAt,
  instantAt,
  isEpoch,
  isoAt,
  type JsonForm,
  listAt,
  member,
  SECONDS,
  secondsSince,
  spokenAt,
  textAt,
  timeAt,
  toLanguage,
  toVoice,
} from '../reader.ts'

/**
 * Vexa: segments in seconds from the start of the session, or the `confirmed` segments of a live bundle. Chat messages
 * have seconds since 1970, so their absolute times are used.
 */
export const vexa: JsonForm = {
  id: 'vexa',
  name: 'Vexa transcript',
  recognize: (value) =>
    (listAt(value, 'segments') !== undefined && hasAny(value, 'native_meeting_id', 'platform')) ||
    (listAt(value, 'confirmed') !== undefined &&
      hasAny(firstEntry(listAt(value, 'confirmed')), 'segment_id', 'completed')),
  read(value) {
    const draft = createDraft('vexa')
    const key = listAt(value, 'segments') === undefined ? 'confirmed' : 'segments'
    const items = listAt(value, key) ?? []
    draft.omit('segments that are not final', listAt(value, 'pending')?.length ?? 0)
    const zero = firstZero(items)
    const languages = new Set<string | undefined>()
    for (const [unit, at] of entries(items, `/${key}`)) {
      languages.add(toLanguage(member(unit, 'language')))
      const isAbsolute = isEpoch(member(unit, 'start'), SECONDS)
      const time = (name: string) =>
        isAbsolute
          ? secondsSince(zero, instantAt(unit, `absolute_${name}_time`, at), at)
          : timeAt(unit, name, at, SECONDS)
      draft.add(
        {
          speaker: toVoice(member(unit, 'speaker')),
          start: time('start'),
          end: time('end'),
          text: spokenAt(unit, 'text', at),
        },
        { pointer: at },
      )
    }
    const [language] = languages.size === 1 ? languages : []
    const startedAt = isoAt(value, 'start_time') ?? isoAt(value, 'started_at')
    return draft.finish(
      { externalId: idAt(value, 'id'), title: textAt(value, 'title'), startedAt, language },
      { sorted: key === 'segments' && zero !== undefined },
    )
  },
}

/** Instant of second 0, from a spoken segment with both times. */
function firstZero(items: readonly unknown[]): number | undefined {
  for (const [unit, at] of entries(items, '/segments')) {
    const start = member(unit, 'start')
    const instant = instantAt(unit, 'absolute_start_time', at)
    if (typeof start === 'number' && !isEpoch(start, SECONDS) && instant !== undefined) return instant - start * 1000
  }
  return undefined
}
