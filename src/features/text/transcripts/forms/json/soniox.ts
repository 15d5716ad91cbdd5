import {
  addTokens,
  createDraft,
  entries,
  firstEntry,
  hasAny,
  hasMembers,
  idAt,
  type JsonForm,
  joinSubwords,
  listAt,
  MILLISECONDS,
  member,
  requiredList,
  spokenAt,
  type Token,
  textAt,
  timeAt,
  toLanguage,
  toVoice,
} from '../reader.ts'

/** Soniox: tokens with leading spaces, in milliseconds. Translated tokens aren't speech. */
export const soniox: JsonForm = {
  id: 'soniox',
  name: 'Soniox',
  recognize: (value) => hasMembers(firstEntry(listAt(value, 'tokens')), 'text', 'start_ms'),
  read(value) {
    const draft = createDraft('soniox')
    const [items, list] = requiredList(value, 'tokens')
    const tokens: Token[] = []
    let language: string | undefined
    for (const [unit, at] of entries(items, list)) {
      if (textAt(unit, 'translation_status') === 'translation') {
        draft.omit('translated tokens')
        continue
      }
      language ??= toLanguage(member(unit, 'language'))
      const start = timeAt(unit, 'start_ms', at, MILLISECONDS)
      const length = timeAt(unit, 'duration_ms', at, MILLISECONDS)
      const end = hasAny(unit, 'end_ms')
        ? timeAt(unit, 'end_ms', at, MILLISECONDS)
        : start === null || length === null
          ? null
          : start + length
      tokens.push({ text: spokenAt(unit, 'text', at), start, end, speaker: toVoice(member(unit, 'speaker')) })
    }
    addTokens(draft, joinSubwords(tokens), list)
    return draft.finish({ externalId: idAt(value, 'id'), language })
  },
}
