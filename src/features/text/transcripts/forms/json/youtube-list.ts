import {
  createDraft,
  entries,
  firstEntry,
  hasAny,
  hasMembers,
  type JsonForm,
  NOBODY,
  SECONDS,
  spokenAt,
  timeAt,
} from '../reader.ts'

/**
 * Captions of YouTube as a list of `{text, start, duration}` in seconds. Captions overlap on the screen, so a caption
 * ends when the next one starts.
 */
export const youtubeList: JsonForm = {
  id: 'youtube-list',
  name: 'YouTube caption list',
  recognize: (value) =>
    Array.isArray(value) &&
    hasMembers(firstEntry(value), 'text', 'start', 'duration') &&
    !hasAny(firstEntry(value), 'end', 'speaker', 'id'),
  read(value) {
    const draft = createDraft('youtube-list')
    const items = Array.isArray(value) ? value : []
    for (const [unit, at, index] of entries(items, '')) {
      const start = timeAt(unit, 'start', at, SECONDS)
      const length = timeAt(unit, 'duration', at, SECONDS)
      const following = items[index + 1]
      const next = hasMembers(following, 'start') ? timeAt(following, 'start', at, SECONDS) : null
      const end = start === null || length === null ? null : start + length
      draft.add(
        {
          speaker: NOBODY,
          start,
          end: end === null || next === null || start === null || next < start ? end : Math.min(end, next),
          text: spokenAt(unit, 'text', at).replaceAll('\n', ' '),
        },
        { pointer: at },
      )
    }
    return draft.finish()
  },
}
