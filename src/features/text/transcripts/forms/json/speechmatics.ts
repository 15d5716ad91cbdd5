import {
  addTokens,
  createDraft,
  entries,
  firstEntry,
  hasMembers,
  idAt,
  isoAt,
  type JsonForm,
  listAt,
  member,
  NOBODY,
  numberAt,
  objectAt,
  requiredList,
  SECONDS,
  type Token,
  textAt,
  timeAt,
  toLanguage,
  toVoice,
} from '../reader.ts'

/** Speechmatics json-v2: words and punctuation in seconds. With channels, the channel is the speaker. */
export const speechmatics: JsonForm = {
  id: 'speechmatics',
  name: 'Speechmatics',
  recognize: (value) =>
    typeof textAt(value, 'format') === 'string' &&
    hasMembers(firstEntry(listAt(value, 'results')), 'type', 'start_time', 'end_time'),
  read(value) {
    const draft = createDraft('speechmatics')
    const [items, list] = requiredList(value, 'results')
    const tokens: Token[] = []
    let voice = NOBODY
    for (const [unit, at] of entries(items, list)) {
      const type = textAt(unit, 'type')
      if (type === 'speaker_change') {
        draft.omit('speaker changes without a name')
        continue
      }
      const best = firstEntry(listAt(unit, 'alternatives'))
      const attached = type === 'punctuation' && (textAt(unit, 'attaches_to') ?? 'previous') !== 'next'
      const label = member(best, 'speaker')
      const channel = textAt(unit, 'channel')
      if (!attached) voice = label === undefined && channel !== undefined ? { name: channel } : toVoice(label)
      tokens.push({
        text: textAt(best, 'content') ?? '',
        start: timeAt(unit, 'start_time', at, SECONDS),
        end: timeAt(unit, 'end_time', at, SECONDS),
        speaker: voice,
        channel,
        attached,
      })
    }
    addTokens(draft, tokens, list)
    return draft.finish(
      {
        externalId: idAt(value, 'job', 'id'),
        startedAt: isoAt(value, 'job', 'created_at'),
        durationSeconds: numberAt(value, 'job', 'duration'),
        language: toLanguage(objectAt(value, 'metadata', 'transcription_config')?.language),
      },
      { sorted: tokens.some((token) => token.channel !== undefined) },
    )
  },
}
