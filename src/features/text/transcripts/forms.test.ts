/** Every transcript form that products publish is read right, or refused. `npm run eval:forms` prints the table. */
import { describe, expect, test } from 'vitest'
import {
  createPen,
  createRandom,
  createTruth,
  isRight,
  json,
  judge,
  MUTATIONS,
  mutate,
  REFUSALS,
  SAMPLES,
  type Sample,
} from '../../../testing/form-samples/index.ts'
import { JSON_FORMS } from './forms/json-forms.ts'
import { readPlainJson } from './forms/plain-json.ts'
import { isVcon } from './forms/read-vcon.ts'
import { TEXT_FORMS } from './forms/text-forms.ts'
import { toTextSource } from './forms/text-source.ts'
import { decodeTranscript, readTranscript, TranscriptFault } from './index.ts'

const truthOf = (sample: Sample) => createTruth(sample.people ?? 3)

function write(sample: Sample): string {
  const truth = truthOf(sample)
  const value = sample.write(truth, createPen(truth))
  return typeof value === 'string' ? value : json(value)
}

describe('samples', () => {
  test.each(SAMPLES.map((sample) => [sample.id, sample] as const))('%s is recognized and read right', (_, sample) => {
    const document = readTranscript(write(sample), { fileName: sample.fileName ?? 'file' })
    expect(document.format).toBe(sample.form)
    expect(judge(document, truthOf(sample), sample)).toEqual({})
  })

  test('every form has a sample, and every ID is used once', () => {
    const forms = new Set(SAMPLES.map(({ form }) => form))
    const ids = [...JSON_FORMS, ...TEXT_FORMS].map(({ id }) => id)
    const refusedOnly = ['rttm']
    expect(ids.filter((id) => !forms.has(id) && !refusedOnly.includes(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(SAMPLES.map(({ id }) => id)).size).toBe(SAMPLES.length)
  })
})

describe('recognition', () => {
  const jsonSamples = SAMPLES.filter(
    (sample) => typeof sample.write(truthOf(sample), createPen(truthOf(sample))) !== 'string',
  )

  test.each(jsonSamples.map((sample) => [sample.id, sample] as const))('%s is recognized by one form', (_, sample) => {
    const value: unknown = JSON.parse(write(sample))
    const found = JSON_FORMS.filter((form) => form.recognize(value)).map(({ id }) => id)
    const isPlain = /^(?:parley-v[12]|segments|podcast)$/.test(sample.form)
    expect(found).toEqual(isPlain ? [] : [sample.form])
    expect(isVcon(value)).toBe(false)
    if (isPlain) expect(readPlainJson(value)?.format).toBe(sample.form)
  })

  test('text forms that recognize the same sample are in the order that reads it right', () => {
    const shared: string[] = []
    for (const sample of SAMPLES) {
      const text = write(sample)
      if (text.startsWith('{') || text.startsWith('[\n') || text.startsWith('WEBVTT')) continue
      const found = TEXT_FORMS.filter((form) => form.recognize(toTextSource(text))).map(({ id }) => id)
      if (found.length > 1) shared.push(`${sample.id}: ${found.join(', ')}`)
    }
    // A column of clocks in a table, a bold name in notes, and a name above its clock look like lines with times too.
    expect(shared).toMatchInlineSnapshot(`
      [
        "lrc: lrc, clock-lines",
        "lrc-whisper-cpp: lrc, clock-lines",
        "otter-text: otter, clock-lines",
        "teams-word-text: otter, clock-lines",
        "tsv-clock: table, clock-lines",
        "markdown-notes: markdown, clock-lines",
        "nemo-text: nemo-text, clock-lines",
        "whisper-console: whisper-console, clock-lines",
        "fathom-text: fathom-text, clock-lines",
        "clock-blocks-labels: clock-blocks, clock-lines",
        "clock-blocks-names: clock-blocks, clock-lines, name-blocks",
        "otter-no-names: otter, clock-blocks",
        "otter-no-times: otter, name-blocks",
      ]
    `)
  })

  test('the content decides, not the name of the file', () => {
    const [sample] = SAMPLES
    if (sample === undefined) throw new Error('no sample')
    for (const fileName of ['a.txt', 'a.md', 'a.docx', 'a']) {
      expect(readTranscript(write(sample), { fileName }).format).toBe(sample.form)
    }
  })
})

describe('refuses', () => {
  test.each(REFUSALS.map((refusal) => [refusal.id, refusal] as const))(
    '%s',
    (_, { content, message, fileName = 'file', isFile = false }) => {
      const read = () => readTranscript(String(content), { fileName, requireSpeakers: isFile })
      expect(read).toThrow(TranscriptFault)
      expect(read).toThrow(message)
    },
  )
})

describe('mutants', () => {
  /** `npm run eval:forms` reads 10,000. */
  const PER_MUTATION = 3

  test.each(MUTATIONS.map((mutation) => [mutation]))('%s: each is right or refused', (mutation) => {
    const random = createRandom(mutation.length)
    const wrong: string[] = []
    for (let i = 0; i < PER_MUTATION; i++) {
      for (const sample of SAMPLES) {
        const { bytes, fileName, truth, truncated } = mutate(sample, mutation, random)
        try {
          const name = fileName === 'file.txt' ? 'file' : fileName
          const verdict = judge(readTranscript(decodeTranscript(bytes), { fileName: name }), truth, sample, {
            truncated,
          })
          if (!isRight(verdict)) wrong.push(`${sample.id}: ${JSON.stringify(verdict)}`)
        } catch (error) {
          if (!(error instanceof TranscriptFault)) throw error
        }
      }
    }
    expect(wrong).toEqual([])
  })
})
