import {
  addTokens,
  createDraft,
  entries,
  firstEntry,
  hasAny,
  isObject,
  type JsonForm,
  type JsonObject,
  listAt,
  member,
  NOBODY,
  objectAt,
  protobufDuration,
  spokenAt,
  type Token,
  textAt,
  toLanguage,
  toVoice,
} from '../reader.ts'

/**
 * Google Speech-to-Text v1 and v2: `results` with durations such as `"1.400s"`, also inside `response` (v1), and under
 * the address of the file (v2). With speaker labels of v1, the last result repeats all words, so only it is read.
 */
export const googleSpeech: JsonForm = {
  id: 'google-speech',
  name: 'Google Speech-to-Text',
  recognize: (value) => findResults(value) !== undefined,
  read(value) {
    const draft = createDraft('google-speech')
    const { items, at: list } = findResults(value) ?? { items: [], at: '' }
    const last = items.at(-1)
    const isTagged = (listAt(best(last), 'words') ?? []).some((word) => hasAny(word, 'speakerTag'))
    const used = isTagged ? items.slice(-1) : items
    let language: string | undefined
    for (const [result, place, index] of entries(used, list)) {
      const at = `${list}/${isTagged ? items.length - 1 : index}/alternatives/0`
      language ??= toLanguage(member(result, 'languageCode'))
      const channel = member(result, 'channelTag')
      const isChannel = typeof channel === 'number' && channel > 0
      const words = listAt(best(result), 'words')
      if (words !== undefined && words.length > 0) {
        const tokens = [...entries(words, `${at}/words`)].map(([word, pointer]) =>
          toToken(word, pointer, isChannel ? channel : undefined),
        )
        addTokens(draft, tokens, place)
        continue
      }
      const end = member(result, 'resultEndTime') ?? member(result, 'resultEndOffset')
      const speaker = isChannel ? { id: String(channel), name: `Channel ${channel}` } : NOBODY
      const text = textAt(best(result), 'transcript') ?? ''
      draft.add({ speaker, end: end === undefined ? null : protobufDuration(end, place), text }, { pointer: at })
    }
    return draft.finish({ language }, { sorted: used.some((result) => hasAny(result, 'channelTag')) })
  },
}

const best = (result: unknown) => firstEntry(listAt(result, 'alternatives'))

function toToken(word: JsonObject, at: string, channel: number | undefined): Token {
  const label = member(word, 'speakerLabel') ?? member(word, 'speakerTag')
  const ends = member(word, 'endTime') ?? member(word, 'endOffset')
  return {
    text: spokenAt(word, 'word', at),
    start: protobufDuration(member(word, 'startTime') ?? member(word, 'startOffset'), at),
    end: ends === undefined ? null : protobufDuration(ends, at),
    speaker:
      label === undefined || label === 0 || label === ''
        ? channel === undefined
          ? NOBODY
          : { id: String(channel), name: `Channel ${channel}` }
        : toVoice(label),
  }
}

function findResults(value: unknown): { items: unknown[]; at: string } | undefined {
  const direct: [unknown[] | undefined, string][] = [
    [listAt(value, 'results'), '/results'],
    [listAt(value, 'response', 'results'), '/response/results'],
    [listAt(value, 'transcript', 'results'), '/transcript/results'],
  ]
  const byFile = objectAt(value, 'results')
  for (const [file, content] of Object.entries(byFile ?? {}).slice(0, 2)) {
    if (/^gs:\/\//.test(file) && isObject(content)) {
      const at = `/results/${file.replaceAll('~', '~0').replaceAll('/', '~1')}`
      direct.push([listAt(content, 'transcript', 'results'), `${at}/transcript/results`])
      direct.push([listAt(content, 'inlineResult', 'transcript', 'results'), `${at}/inlineResult/transcript/results`])
    }
  }
  for (const [items, at] of direct) {
    const first = firstEntry(items)
    if (
      items !== undefined &&
      hasAny(firstEntry(listAt(first, 'alternatives')), 'transcript', 'words') &&
      !hasAny(first, 'type')
    ) {
      return { items, at }
    }
  }
  return undefined
}
