import { mkdtempSync, rmSync } from 'node:fs'
import { copyFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { EmbeddingFault } from '../../core/embedding.ts'
import { createLocalEmbedding, LOCAL_MODEL } from './local.ts'
import { ADAPTER_FILE } from './query-adapter.ts'

const told: object[] = []
const keep = (one: object) => void told.push(one)
const embedding = createLocalEmbedding({ info: () => {}, warn: keep, error: keep } as never)
afterAll(() => embedding.close())

const passages = (...texts: string[]) => embedding.embed(texts, 'passage')
const questions = (...texts: string[]) => embedding.embed(texts, 'question')
const likeness = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, part, n) => sum + part * (other[n] ?? 0), 0)

/** What somebody said, somebody who means the same, and somebody who talks about something else. */
const TALK = [
  ['How much does it cost?', 'What is the price of a seat?', 'The dog slept in the garden.'],
  ['We will sign the contract next week.', 'They are going to close the deal on Monday.', 'My car needs new tyres.'],
  ['The application crashes when I log in.', 'Signing in makes the software fail.', 'Lunch is at noon.'],
  ['Who else are you looking at?', 'Which competitors do you compare us with?', 'The weather is lovely today.'],
] as const

/** A question, what people said when they talked about it, and what others talked about. */
const ASKED = [
  [
    'What did they decide about the price?',
    'Okay, so then forty a seat, and we leave the discount out. Yeah, fine with me.',
    'So who is going to bring the coffee tomorrow? I think Anna has the key to the kitchen.',
  ],
  [
    'Why did the customer want to leave?',
    'Honestly, the thing kept crashing on us and nobody ever called back, so we are looking around.',
    'We ship the new release in March, and the documents come with it.',
  ],
  [
    'When will the contract be signed?',
    'Legal needs another week, so I would say on the ninth we put our names below it.',
    'The remote has too many buttons and nobody finds the one that they need.',
  ],
  [
    'Who takes care of the migration?',
    'I can do that, moving the old data over is something my team has done twice.',
    'It rained the whole weekend, so we stayed inside.',
  ],
  [
    'What does the team think of the new design?',
    'It looks nice, though I am not sure that the yellow works. I like the rubber case.',
    'The quarter closed well, revenue went up by four percent.',
  ],
] as const

describe('the encoder that comes with us', () => {
  it('names its space, and gives vectors of length one in it', async () => {
    expect(embedding.model).toBe(LOCAL_MODEL)
    for (const vector of await passages('a', 'How are you?', '', '漢字 😀', 'x'.repeat(10_000))) {
      expect(vector).toHaveLength(512)
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
    }
    expect(told).toEqual([])
  })

  it.each(TALK)('finds what means the same: %s', async (one, same, other) => {
    const [said, meant, else_] = (await passages(one, same, other)) as [Float32Array, Float32Array, Float32Array]
    expect(likeness(said, meant)).toBeGreaterThan(likeness(said, else_) + 0.15)
  })

  it('gives the same text the same vector, to the last digit, whatever is beside it', async () => {
    const all = TALK.flat()
    const long = all.join(' ').repeat(3)
    const together = await passages(long, ...all, ...all, long)
    const vectorOf = new Map([...all, long].map((text, n) => [text, together[n === all.length ? 0 : n + 1]]))
    expect(together.at(-1)).toEqual(vectorOf.get(long))
    for (const text of [all[3], all[7], long] as string[]) {
      const [[alone], [asked]] = [await passages(text), await embedding.embed([text], 'query')]
      expect([alone, asked]).toEqual([vectorOf.get(text), vectorOf.get(text)])
      expect(await questions(text)).toEqual((await questions(...all, text)).slice(-1))
    }
  })

  it('turns a question towards what answers it', async () => {
    const margins = await Promise.all(
      ASKED.map(async ([question, answer, other]) => {
        const [said, beside] = (await passages(answer, other)) as [Float32Array, Float32Array]
        const [[turned], [plain]] = await Promise.all([questions(question), passages(question)])
        expect(Math.hypot(...(turned as Float32Array))).toBeCloseTo(1, 5)
        const margin = (vector: Float32Array | undefined) =>
          vector === undefined ? Number.NaN : likeness(vector, said) - likeness(vector, beside)
        return { turned: margin(turned), plain: margin(plain) }
      }),
    )
    const sum = (kind: 'turned' | 'plain') => margins.reduce((all, one) => all + one[kind], 0)
    expect(sum('turned')).toBeGreaterThan(sum('plain'))
  })

  it('without its adapter says so, and goes on with passages; a question asked later finds it mended', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-adapter-'))
    const adapterFile = pathToFileURL(join(folder, 'adapter.bin'))
    const errors: object[] = []
    const log = { info: () => {}, warn: keep, error: (one: object) => void errors.push(one) } as never
    const broken = createLocalEmbedding(log, { adapterFile })
    const [text] = TALK[0]
    try {
      for (const state of ['missing', 'cut short']) {
        if (state === 'cut short') await writeFile(adapterFile, 'not a map')
        const refused = await broken.embed([text], 'question').catch((error: unknown) => error)
        expect(refused).toBeInstanceOf(EmbeddingFault)
        expect(refused).toMatchObject({ fault: 'refused', reason: 'adapter' })
        expect(await broken.embed([text], 'passage')).toEqual(await passages(text))
      }
      expect(errors).toHaveLength(2)
      await copyFile(ADAPTER_FILE, adapterFile)
      expect(await broken.embed([text], 'question')).toEqual(await questions(text))
    } finally {
      await broken.close()
      rmSync(folder, { recursive: true })
    }
  })

  it('reads a passage to its end, and a very long text as far as is told', async () => {
    const [about] = TALK[0]
    const filler = 'And so we went on and on for a while, as people do. '
    const ending = (head: string, tail: string) => head.slice(0, 1_400) + tail
    const [plain, asked, priced] = (await passages(
      filler.repeat(30).slice(0, 1_460),
      about,
      ending(filler.repeat(30), ` ${TALK[0][1]} ${about}`),
    )) as [Float32Array, Float32Array, Float32Array]
    expect(likeness(asked, priced)).toBeGreaterThan(likeness(asked, plain) + 0.02)
    const [long, longer] = await passages(filler.repeat(100), filler.repeat(100) + about)
    expect(longer).toEqual(long)
  })
})

describe('the thread of the encoder', () => {
  it('may be ended at any moment, and begins again', async () => {
    const long = 'And so we went on and on for a while, as people do. '.repeat(28)
    for (const after of [0, 100, 300, 600]) {
      const one = createLocalEmbedding({ info: () => {}, warn: keep, error: keep } as never)
      const works = one.embed(Array(40).fill(long), 'passage').then(
        () => 'done',
        ({ reason }) => reason,
      )
      await pause(after)
      await one.close()
      expect(await works).toBe('closed')
    }
    expect(told).toEqual([])
  })
})
