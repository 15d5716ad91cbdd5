/** Pieces of work (docs/decisions/0023): whoever does them, here or aside, makes the same of the same. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WorkerTask } from '../src/core/worker-pool.ts'
import { rateSegments } from '../src/features/assistant/answers/read-text.ts'
import { readStems } from '../src/features/assistant/answers/records/terms.ts'
import { readWords } from '../src/features/collaboration/comments/anchor.ts'
import { parseQuestion } from '../src/features/text/passage-ranking/index.ts'
import { isShort, outlineSegments, type TranscriptSegment } from '../src/features/text/transcripts/index.ts'
import { openAside } from '../src/outbound/workers/worker-pool.ts'
import { call } from '../src/testing/call.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { createWorld } from '../src/testing/world.ts'

type AnyWorkerTask = WorkerTask<readonly unknown[], unknown>
const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const aside = openAside({ warn: () => {} } as never)
afterAll(() => aside.close())

const pieces = new Map<string, AnyWorkerTask>()
beforeAll(async () => {
  for await (const path of glob('src/features/**/*.ts', { cwd: ROOT })) {
    if (path.endsWith('.test.ts') || !(await readFile(join(ROOT, path), 'utf8')).includes('defineWorkerTask(')) continue
    const url = pathToFileURL(join(ROOT, path)).href
    const found = (await import(url)) as Record<string, AnyWorkerTask>
    for (const one of Object.values(found)) {
      if (typeof one !== 'object' || !('isShort' in one)) continue
      // As a thread finds it.
      expect([one.url, found[one.name]]).toEqual([url, one.work])
      pieces.set(one.name, one)
    }
  }
})

const SAID_ON = new Date('2026-05-04T08:00:00.000Z')
const SCALE = { min: 0, middle: 5, max: 10, minCriteria: 'No', middleCriteria: 'In part', maxCriteria: 'Yes' }
const items = [
  'Did the rep ask open questions?',
  'Was a next step agreed?',
  'Did the rep talk less than half the time?',
]
const fields = (['number', 'date', 'text', 'boolean', 'picklist'] as const).map((responseType, at) => ({
  ...{ id: String(at), title: ['Budget', 'Next meeting', 'Competitor', 'Happy', 'Plan'][at], prompt: '', responseType },
  ...{ options: ['Basic', 'Premium'], maxValues: null, allowLongResponse: false },
}))
const tracker = { id: '1', version: 1, stemmed: true, caseSensitive: false, speakers: 'all' }
const term = { id: '2', version: 1, term: 'Budget', kind: 'other', aliases: ['warranty'], misheard: ['quote'] }
const glossary = { key: 'acme 1', json: JSON.stringify([term]) }
const options = [
  { id: 'a', value: 'Warranty', description: 'how long it lasts' },
  { id: 'b', value: 'Hiring', description: '' },
]
const of = (segments: readonly TranscriptSegment[]) => ({
  ...{ segments, outline: outlineSegments(segments) },
  ...{ saidOn: SAID_ON, createdAt: SAID_ON, isInternal: false },
  ...{ inside: [{ name: 'Ann Smith', email: 'ann@acme.example' }], outside: [] },
})

const named = { id: '1', title: 'Call', startedAt: SAID_ON.toISOString(), people: [] }
/** Folder of an unpacked archive, with one transcript. */
const folder = mkdtempSync(join(tmpdir(), 'parley-archive-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
function writeTranscript(segments: readonly TranscriptSegment[]): string {
  const final = segments.map(({ speaker, start, end, words }) => ({
    ...{ speaker: speaker.name, sentence: words.map(({ text }) => text).join(' ') },
    ...{ startTimestamp: start, endTimestamp: end },
  }))
  const path = join(folder, 'call.json')
  writeFileSync(path, JSON.stringify({ final }))
  return path
}
const budget = parseQuestion('What is the budget?', [])
const evidence = (segments: readonly TranscriptSegment[]) => ({
  ...{ kind: 'conversation', id: '1', title: 'Call', at: null, weight: 1, content: segments },
  ...rateSegments(segments, budget, undefined, false),
})

/** What each of them is given of a transcript. */
const GIVEN: Record<string, (segments: readonly TranscriptSegment[]) => readonly unknown[]> = {
  topicsIn: (segments) => [segments, { people: ['Ann Smith'], addresses: ['ann@acme.example'] }],
  findPhrasesIn: (segments) => [segments, [{ ...tracker, phrases: ['budget', 'send you'] }], [term]],
  findSpokenTerms: (segments) => [segments, glossary],
  findOccurrences: (segments) => [segments, 'questionsAsked'],
  findMisheardForms: (segments) => [segments, glossary],
  extractive: (segments) => [{ segments, surroundings: { people: [], saidOn: SAID_ON } }],
  chooseLabelsByRules: (segments) => [segments, [{ id: '1', category: 'Kind', description: '', options }]],
  judgeItemsByRules: (segments) => [
    segments,
    items.map((title) => ({ id: title, title, weight: 1, expertPrompt: '', scale: SCALE })),
  ],
  valuesByRules: (segments) => [{ segments, saidOn: SAID_ON }, fields, []],
  statisticsIn: (segments) => [segments],
  measureTranscript: (segments) => [segments],
  readTranscriptPage: (segments) => [segments, { page: 1, size: 20, wanted: 'budget', form: 'V1', turns: true }],
  readSegments: (segments) => [segments, [0, 1, 9_999]],
  readWindow: (segments) => [segments, { seconds: 0 }, { tokens: 1_000, count: 5 }],
  readTalk: (segments) => [segments, undefined],
  clipTalk: (segments) => [segments, { start: 0, end: 40, segments: { first: 0, last: 1 } }],
  extractRequested: (segments) => [
    [{ question: 'What is the budget?', terms: ['budget'], least: 0 }],
    [evidence(segments)],
  ],
  answerFromClip: (segments) => [
    segments,
    { start: 0, end: 40 },
    undefined,
    { question: 'What is the budget?', title: 'Call' },
  ],
  readArchiveFolder: (segments) => {
    writeTranscript(segments)
    return [folder]
  },
  readArchiveFile: (segments) => [
    { transcript: writeTranscript(segments), others: [], recording: undefined, users: undefined, entry: undefined },
    10,
  ],
  readClipText: (segments) => [segments, { start: 0, end: 40 }, undefined],
  findQuotePlaces: (segments) => [segments, [segments[0]?.words[0]?.text ?? '', 'never said']],
  findSpokenRisks: (segments) => [segments, named, 3],
  findSpokenLines: (segments) => [segments, segments.map(({ speaker }) => speaker.name), 3],
  locateComments: (segments) => {
    const lastOffset = [...(segments[0]?.words[0]?.text ?? '')].length
    const words = readWords(segments, { firstSegment: 0, firstOffset: 0, lastSegment: 0, lastOffset })
    return [segments.slice(0, 40), words === undefined ? [] : [words]]
  },
  findRequestedWords: (segments) => [segments, { words: { firstSegment: 0 } }],
  rewriteLines: (segments) => [
    ...[segments, 'V1', { lines: [{ segment: 0, text: 'Corrected.' }], speakers: [], people: [], ownAddresses: [] }],
    { kinds: ['email'], patterns: [] },
  ],
  compareTranscripts: (segments) => [segments, segments.slice(1), { page: 1, size: 20 }],
  restoreLines: (segments) => [
    ...[segments, segments.slice(1), { version: 1, form: 'V1' }],
    { people: [{ name: 'Ann Smith', email: 'ann@acme.example', internal: true }], ownAddresses: ['acme.example'] },
    undefined,
  ],
  recognizeAgain: (segments) => [
    ...[segments, 'V1'],
    { before: [], participants: [{ name: 'Ann Smith', email: 'ann@acme.example' }], ownAddresses: ['acme.example'] },
    undefined,
  ],
  locateQuote: (segments) => [segments, segments[0]?.words[0]?.text ?? 'never said'],
  computeSpellingKeys: (segments) => [segments.flatMap(({ words }) => words.map(({ text }) => text))],
  outlineSegments: (segments) => [segments],
  outlinePart: (segments) => [segments, { atSeconds: 40 }],
  suggestTranscriptSpeakers: (segments) => [
    segments.length === 1
      ? segments
      : segments.map((one, at) => (at > 0 ? one : { ...one, speaker: { name: 'Speaker 1' }, words: introduce(one) })),
    ['Dana Whitfield'],
  ],
  quotedTurns: (segments) => [segments, segments.flatMap(({ words }) => words[0]?.text ?? [])],
  findActionEvidence: (segments) => [of(segments), { members: [], metSince: false }],
  findStatements: (segments) => [segments, named, { cues: ['worries', 'pushback'], topic: [], isExternal: true }],
  findQuotes: (segments) => [segments, [{ segment: 0, quote: segments[0]?.words[0]?.text ?? '' }]],
  readRemarks: (segments) => [
    ...[segments, named, { topic: ['budget'], isPrice: false }],
    { speakers: [], side: undefined, isAsked: false },
  ],
  findPriceStatements: (segments) => [
    ...[segments, named, segments.map((_, segment) => ({ segment, quote: 'four hundred euros' }))],
    readStems('euros'),
  ],
  findAmounts: (segments) => [
    ...[segments, named, segments.map((_, segment) => ({ segment, quote: 'four hundred euros' }))],
    readStems('euros'),
  ],
  findAskedQuestions: (segments) => [segments, []],
  findSaidAppointments: (segments) => [segments],
  findContact: (segments) => [contactOf(segments)],
  writeFile: (segments) => [
    segments,
    'docx',
    { uuid: 'a', title: 'Call', createdAt: SAID_ON, form: 'V1', parties: [] },
  ],
  parseForSegments: (segments) => [segments, { asked: 'What did Ann Smith agree on?', terms: [], title: 'Call' }],
  rateSegments: (segments) => [segments, budget, undefined, false],
  parseSearchQuestion: (segments) => [segments, 'What did Ann Smith agree on?'],
  rankSegments: (segments) => [segments, budget, undefined],
  answerFromTexts: (segments) => ['open', budget.text, [evidence(segments)], { fromMany: true, near: [] }],
  relatedInTexts: (segments) => ['open', [evidence(segments)], {}],
  extractParts: (segments) => [[budget.text], [{ ...evidence(segments), answerability: 1 }]],
  locateNotes: (segments) => [segments, [[[{ segment: 0, quote: segments[0]?.words[0]?.text ?? '' }]]]],
  // An archive that is damaged after the words.
  extractDocumentText: (segments) => [new TextEncoder().encode(`PK\u0003\u0004${JSON.stringify(segments)}`)],
  prepareTranscript: (segments) => [
    { json: new TextEncoder().encode(JSON.stringify(segments)) },
    {
      participants: [{ name: 'Ann Smith', email: 'ann@acme.example' }],
      ownAddresses: ['acme.example'],
      rules: undefined,
    },
  ],
}

/** The first words of a segment, with an introduction before them. */
const introduce = ({ words }: TranscriptSegment) =>
  words.map((word, at) => (at > 0 ? word : { ...word, text: `My name is Dana Whitfield. ${word.text}` }))

/** The segments with a request of a service contact in front. */
const contactOf = (segments: readonly TranscriptSegment[]) => {
  const [first] = segments
  const words = [{ text: 'I need a refund for my last order.', startTimestamp: 0, endTimestamp: 8 }]
  return first === undefined || segments.length === 1 ? segments : [{ ...first, words }, ...segments.slice(0, 9)]
}

const said = fc.oneof(
  fc.constantFrom(
    ...['I will send you the contract by Friday.', 'What is your budget?', 'It is four hundred euros, roughly.'],
    ...[
      "Let's decide on the premium plan.",
      'We agreed to meet in Rotterdam on 12 May 2026.',
      'Who owns the warranty?',
    ],
    ...[
      'Globex sent us a quote, it’s cheaper.',
      'Yes.',
      'I am worried about the price.',
      'Let us have another call next Tuesday at ten.',
      'No, not yet.',
      'The three year warranty expires this quarter.',
    ],
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
)
const transcript = fc
  .array(fc.tuple(fc.constantFrom('Ann Smith', 'Customer', ''), fc.array(said, { minLength: 1, maxLength: 5 })), {
    minLength: 30,
    maxLength: 60,
  })
  .map((turns) =>
    turns.map(([name, sentences], at): TranscriptSegment => {
      const [start, end] = [at * 10, at * 10 + 8]
      const words = [{ text: sentences.join(' '), startTimestamp: start, endTimestamp: end }]
      return { speaker: { name }, start, end, words }
    }),
  )

describe('every piece', () => {
  it('is known here', () => {
    expect([...pieces.keys()].toSorted()).toEqual(Object.keys(GIVEN).toSorted())
  })

  it('makes the same of any transcript, wherever it is done', async () => {
    const found = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(transcript, async (segments) => {
        for (const [name, given] of Object.entries(GIVEN)) {
          const piece = { ...(pieces.get(name) as AnyWorkerTask), isShort: () => false }
          const here = await piece.work(...given(segments))
          expect(await aside.run(piece, given(segments), undefined)).toStrictEqual(here)
          found.set(
            name,
            Math.max(found.get(name) ?? 0, JSON.stringify(here instanceof Map ? [...here] : (here ?? null)).length),
          )
        }
      }),
      { numRuns: 15 },
    )
    // Nothing is the same as nothing.
    for (const [name, length] of found) expect([name, length > 40]).toEqual([name, true])
  })

  it('is short for a few words, whole or one by one, and for no more', () => {
    const one = (text: string, times: number): TranscriptSegment => ({
      ...{ speaker: { name: 'Ann' }, start: null, end: null },
      words: Array.from({ length: times }, () => ({ text, startTimestamp: null, endTimestamp: null })),
    })
    // Their callers decide by the size of the text.
    const { prepareTranscript, extractDocumentText, outlineSegments, computeSpellingKeys, ...rest } = GIVEN
    // Files are always read in another thread.
    const { readArchiveFolder, readArchiveFile, ...others } = rest
    for (const [name, given] of Object.entries(others)) {
      const short = (segments: readonly TranscriptSegment[]) => pieces.get(name)?.isShort(...given(segments))
      expect([name, short([one('a'.repeat(2_000), 1)]), short([one('word', 300)])]).toEqual([name, true, true])
      expect([name, short([one('a'.repeat(2_001), 1)]), short([one('word', 600)])]).toEqual([name, false, false])
    }
  })
})

it('a long conversation is analyzed with the help of the thread', async () => {
  const world = await createWorld()
  const [segments] = fc.sample(transcript, { seed: 7, numRuns: 1 }) as [TranscriptSegment[]]
  expect(isShort(segments)).toBe(false)
  const id = await importFor(world, {
    transcript: {
      segments: segments.map(({ speaker, start, end, words }) => ({
        speaker: speaker.name,
        start,
        end,
        text: words[0]?.text,
      })),
    },
  })
  await world.app.drain(world.acme)
  const { body } = await call(world.app, world.bob, 'GET', `/conversations/${id}/analysis`)
  expect(body.data.steps.map(({ state }: { state: string }) => state)).toEqual(body.data.steps.map(() => 'done'))
  const topics = await call(world.app, world.bob, 'GET', `/conversations/${id}/topics`)
  expect(topics.body.data.namedThings.length).toBeGreaterThan(0)
})
