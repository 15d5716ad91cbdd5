import {
  createDraft,
  entries,
  firstEntry,
  hasMembers,
  type JsonForm,
  listAt,
  member,
  SECONDS,
  spokenAt,
  timeAt,
  toVoice,
} from '../reader.ts'

/** Speech-to-text job of RingCentral: utterances with `wordTimings`, in seconds, also inside `response`. */
export const ringcentralSpeech: JsonForm = {
  id: 'ringcentral-speech',
  name: 'RingCentral speech-to-text',
  recognize: (value) =>
    hasMembers(firstEntry(findUtterances(value).items), 'speakerId', 'text', 'start', 'end', 'confidence'),
  read(value) {
    const draft = createDraft('ringcentral-speech')
    const { items, at: list } = findUtterances(value)
    for (const [unit, at] of entries(items, list)) {
      const [start, end] = [timeAt(unit, 'start', at, SECONDS), timeAt(unit, 'end', at, SECONDS)]
      draft.add(
        { speaker: toVoice(member(unit, 'speakerId')), start, end, text: spokenAt(unit, 'text', at) },
        { pointer: at },
      )
    }
    return draft.finish()
  },
}

function findUtterances(value: unknown): { items: unknown[]; at: string } {
  for (const path of [
    ['response', 'utterances'],
    ['utterances'],
    ['response', 'utteranceInsights'],
    ['utteranceInsights'],
  ]) {
    const items = listAt(value, ...path)
    if (items !== undefined) return { items, at: `/${path.join('/')}` }
  }
  return { items: [], at: '' }
}
