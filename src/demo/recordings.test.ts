/** The recordings of the demo and the times of their words. `tests/demo-sound-browser.test.ts` listens to them. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { alignWords } from '../../scripts/demo-sound/align.ts'
import { VOICES } from '../../scripts/demo-sound/voices.ts'
import { TALKS } from './calls.ts'
import { readSpokenTurns, recordingFile, wordTimesFile } from './recordings.ts'
import { renderTranscript } from './render-transcript.ts'
import type { DemoTurn } from './spoken.ts'

const spoken = TALKS.filter(({ sound }) => sound)
const read = async (id: string): Promise<readonly DemoTurn[]> =>
  (await renderTranscript(spoken.find((talk) => talk.id === id) ?? (TALKS[0] as (typeof TALKS)[number]))).turns ?? []

describe('the recordings of the demo', () => {
  it('are one for each call with sound, small, and Opus in WebM', () => {
    const files = spoken.flatMap(({ id }) => [`${id}.txt`, `${id}.webm`]).toSorted()
    expect(spoken.length).toBeGreaterThan(2)
    expect(readdirSync(new URL('recordings', import.meta.url)).toSorted()).toEqual(files)
    const bytes = spoken.flatMap(({ id }) => [recordingFile(id), wordTimesFile(id)].map((file) => statSync(file).size))
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_000_000)
    for (const { id } of spoken) {
      const head = readFileSync(recordingFile(id)).toString('latin1', 0, 1_000)
      expect(head, id).toContain('webm')
      expect(head, id).toContain('A_OPUS')
    }
  })

  it('have the words of the texts in their order, with the pauses of a conversation', async () => {
    for (const { id } of spoken) {
      const turns = await read(id)
      const words = turns.flatMap((turn) => turn.words)
      expect(words.length, id).toBeGreaterThan(300)
      for (const [index, { text, startTimestamp, endTimestamp }] of words.entries()) {
        expect(endTimestamp, `${id}: ${text}`).toBeGreaterThan(startTimestamp)
        expect(startTimestamp, `${id}: ${text}`).toBeGreaterThanOrEqual(words[index - 1]?.endTimestamp ?? 0)
      }
      const gaps = turns
        .slice(1)
        .map((turn, before) => (turn.words[0]?.startTimestamp ?? 0) - (turns[before]?.words.at(-1)?.endTimestamp ?? 0))
      expect(Math.min(...gaps), id).toBeGreaterThan(0.18)
      expect(Math.max(...gaps), id).toBeLessThan(0.82)
    }
  })

  it('have a different voice for each speaker of a call', async () => {
    for (const { id } of spoken) {
      const speakers = [...new Set((await read(id)).map(({ speaker }) => speaker))]
      const voices = speakers.map((speaker) => VOICES[speaker])
      for (const [index, voice] of voices.entries()) {
        expect(voice, speakers[index]).toBeDefined()
        const same = voices.filter((other, at) => at !== index && other?.name === voice?.name)
        for (const other of same) expect(Math.abs((other?.pitch ?? 0) - (voice?.pitch ?? 0)), id).toBeGreaterThan(0.1)
      }
    }
  })

  it('are rejected if the text was changed after the synthesis', async () => {
    const [first] = spoken
    const { lines } = await renderTranscript(first as (typeof spoken)[number])
    const id = first?.id ?? ''
    const changed = lines.map((line, index) => (index === 3 ? { ...line, text: `${line.text} Indeed.` } : line))
    for (const text of [changed, lines.slice(1), [...lines, ...lines.slice(0, 1)]]) {
      await expect(readSpokenTurns(id, text)).rejects.toThrow(`npm run build:demo-sound ${id}`)
    }
  })
})

describe('alignWords', () => {
  const phones = (text: string) =>
    text.split(' ').map((phone) => {
      const [name = '', end] = phone.split(':')
      return { name, end: Number(end) }
    })

  it('finds words across pauses, reduced vowels, and missing and additional sounds', () => {
    // "Do the vans, um, leave": `dh iy` is spoken as `dh ax`, `t` is additional, and the `v` of "leave" is missing.
    const sounds = phones('pau:.1 d:.2 uw:.3 dh:.4 ax:.5 v:.6 ae:.7 n:.8 t:.85 z:.9 pau:1.2 ah:1.4 m:1.5 l:1.6 iy:1.8')
    const words = [
      ['d', 'uw'],
      ['dh', 'iy'],
      ['v', 'ae', 'n', 'z'],
      ['ah', 'm'],
      ['l', 'iy', 'v'],
    ]
    expect(alignWords(sounds, words)).toEqual([
      [0.1, 0.3],
      [0.3, 0.5],
      [0.5, 0.9],
      [1.2, 1.5],
      [1.5, 1.8],
    ])
  })

  it('rejects a word that the sentence lacks', () => {
    expect(() =>
      alignWords(phones('d:.1 uw:.2'), [
        ['d', 'uw'],
        ['n', 'aw'],
      ]),
    ).toThrow('no sound of word 2')
  })
})
