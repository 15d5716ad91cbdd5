/** Shapes that products and people produce, and that were once accepted and read wrong. */
import { describe, expect, it } from 'vitest'
import { readTranscript, segmentText } from './index.ts'

const A = 'Good morning, this is about the scanners for your second warehouse.'
const B = 'Thanks for calling back. We need sixty of them before the season starts.'
const C = 'Sixty is fine.'

/** `start name: text` of each segment. */
const read = (source: string, fileName = 'a.txt') =>
  readTranscript(source, { fileName }).segments.map(
    (segment) => `${segment.start ?? '-'} ${segment.speaker.name}: ${segmentText(segment)}`,
  )
/** One conversation of three turns, with these starts and names. */
const turns = (starts: readonly (number | string)[], names = ['Ann Lee', 'Ben Ray']) =>
  [A, B, C].map((text, at) => `${starts[at]} ${names[at % 2]}: ${text}`)
const card = (number: number, text: string) => `${number}\n00:00:0${number},000 --> 00:00:0${number},900\n${text}\n`
const srt = (...texts: string[]) => texts.map((text, index) => card(index + 1, text)).join('\n')

describe('names', () => {
  it.each([
    ['Krisp', `Ann Lee | 00:03\n${A}\n\nBen Ray | 00:09\n${B}\n\nAnn Lee | 00:15\n${C}\n`],
    ['a comma before the clock', `Ann Lee, 00:03\n${A}\nBen Ray, 00:09\n${B}\nAnn Lee, 00:15\n${C}\n`],
    ['Temi', `Ann Lee:   00:03   ${A}\n\nBen Ray:   00:09   ${B}\n\nAnn Lee:   00:15   ${C}\n`],
    ['Fireflies', `Ann Lee - 00:03\n${A}\n\nBen Ray - 00:09\n${B}\n\nAnn Lee - 00:15\n${C}\n`],
    ['Riverside', `Ann Lee (00:03.000)\n${A}\n\nBen Ray (00:09.000)\n${B}\n\nAnn Lee (00:15.000)\n${C}\n`],
    [
      'Trint',
      `Ann Lee: [00:00:03] ${A}\nBen Ray: [00:00:09] ${B.replace('. ', '. [00:00:12] ')}\nAnn Lee: [00:00:15] ${C}\n`,
    ],
  ])('next to clocks: %s', (_, source) => {
    expect(read(source)).toEqual(turns([3, 9, 15]))
  })

  it('of IRC', () => {
    expect(read(`14:02:03 <ann> ${A}\n14:02:09 <ben> ${B}\n14:02:15 <ann> ${C}\n`)).toEqual(
      turns([0, 6, 12], ['ann', 'ben']),
    )
  })

  it('in chats that Zoom saves, in several languages', () => {
    const chats = [
      `09:30:03 From Ann Lee to Everyone:\n\t${A}\n09:30:09 From Ben Ray to Ann Lee(Direct Message):\n\t${B}\n09:30:15 From Ann Lee to Everyone:\n\t${C}\n`,
      `09:30:03\t From  Ann Lee : ${A}\n09:30:09\t From  Ben Ray : ${B}\n09:30:15\t From  Ann Lee : ${C}\n`,
      `09:30:03 Von Ann Lee an Alle:\n\t${A}\n09:30:09 Von Ben Ray an Alle:\n\t${B}\n09:30:15 Von Ann Lee an Alle:\n\t${C}\n`,
    ]
    for (const chat of chats) expect(read(chat)).toEqual(turns([0, 6, 12]))
    expect(read(`0:03 De Vries: ${A}\n0:09 Da Silva: ${B}\n`)).toEqual([`3 De Vries: ${A}`, `9 Da Silva: ${B}`])
  })

  it('in the identifiers of Webex', () => {
    const cue = (number: number, name: string, text: string) =>
      `${number} "${name}" (2387462176)\n00:0${number}.000 --> 00:0${number}.900\n${text}\n`
    const source = `WEBVTT\n\n${[cue(3, 'Ann Lee', A), cue(4, 'Ben Ray', B), cue(5, 'Ann Lee', C)].join('\n')}`
    expect(read(source, 'a.vtt')).toEqual(turns([3, 4, 5]))
  })

  it('in brackets, if they recur', () => {
    expect(read(srt(`[Ann Lee] ${A}`, `[Ben Ray] ${B}`, `[Ann Lee] ${C}`), 'a.srt')).toEqual(turns([1, 2, 3]))
    expect(read(srt(`(Ann Lee): ${A}`, `(Ben Ray): ${B}`, `(Ann Lee): ${C}`), 'a.srt')).toEqual(turns([1, 2, 3]))
    expect(read(`[Ann Lee] ${A}\n[Ben Ray] ${B}\n[Ann Lee] ${C}\n`)).toEqual(turns(['-', '-', '-']))
    expect(read(srt('[Music] Hello', '[Applause] Bye', 'Good', 'So'), 'a.srt')[0]).toBe('1 : [Music] Hello')
  })

  it('on lines of their own', () => {
    expect(read(srt(`Ann Lee\n${A}`, `Ben Ray\n${B}`, `Ann Lee\n${C}`), 'a.srt')).toEqual(turns([1, 2, 3]))
    expect(read(`Ann Lee\n${A}\n\nBen Ray\n${B}\n\nAnn Lee\n${C}\n`)).toEqual(turns(['-', '-', '-']))
    expect(read(srt('Good Morning\nto you', 'We Met\nin May', 'So Long\nas I live'), 'a.srt')).toEqual([
      ...['1 : Good Morning to you', '2 : We Met in May', '3 : So Long as I live'],
    ])
  })
})

describe('content that is not speech', () => {
  it('is a notice of the product in the first or last line', () => {
    const notice = '(Transcribed by TurboScribe.ai. Go Unlimited to remove this message.)'
    const document = readTranscript(`${notice}\n\nAnn: ${A}\nBen: ${B}\nAnn: ${C}\n`)
    expect(document.segments.map((segment) => segment.speaker.name)).toEqual(['Ann', 'Ben', 'Ann'])
    expect(document.omitted).toEqual([{ what: 'notices', count: 1 }])
    expect(read(`0:03\nAnn: ${A}\n0:09\nBen: ${B}\n\nTranskribiert von Beispiel.de\n`)).toEqual([
      `3 Ann: ${A}`,
      `9 Ben: ${B}`,
    ])
  })

  it('is a clock in words below the clock, as YouTube has it for screen readers', () => {
    const copy = `0:03\n3 seconds\n${A}\n0:09\n9 Sekunden\n${B}\n1:02\n1 minute, 2 seconds\n${C}\n`
    expect(read(copy)).toEqual([`3 : ${A}`, `9 : ${B}`, `62 : ${C}`])
    expect(read(`0:03\n3 seconds\n${A}\n0:09\n5 minutes\n${B}\n`)).toEqual([`3 : ${A}`, `9 : 5 minutes ${B}`])
  })

  it('is a clock at the end of most lines, which is counted', () => {
    const document = readTranscript(`Ann: ${A} (00:08)\nBen: ${B} (00:14)\nAnn: ${C} (00:16)\n`)
    expect(document.segments.map(segmentText)).toEqual([A, B, C])
    expect(document.omitted).toEqual([{ what: 'times at the ends of lines', count: 3 }])
  })
})

describe('refused', () => {
  it.each([
    ['times with points', `00.03 Ann: ${A}\n00.09 Ben: ${B}\n00.15 Ann: ${C}\n`, /must have colons/],
    [
      'a table of several calls',
      `call_id,speaker,text,start,end\nc1,Ann,"${A}",1,5\nc2,Ben,"${B}",1,6\n`,
      /several calls/,
    ],
    [
      'partial results in JSON',
      JSON.stringify({ segments: [{ speaker: 'Ann', text: 'Hel', start: 1, end: 2, is_final: false }] }),
      /partial result/,
    ],
  ])('%s', (_, source, message) => {
    expect(() => readTranscript(source)).toThrow(message)
  })
})

it('reads the times of chat messages with dates, and counts others', () => {
  const messages = (times: readonly unknown[]) =>
    JSON.stringify(times.map((timestamp, at) => ({ role: at === 0 ? 'user' : 'assistant', content: 'Hi', timestamp })))
  const dated = readTranscript(messages(['2026-03-17T09:30:00Z', '2026-03-17T09:30:05Z']))
  expect(dated.segments.map(({ start }) => start)).toEqual([0, 5])
  expect(dated.startedAt).toBe('2026-03-17T09:30:00.000Z')
  expect(readTranscript(messages([1, 2])).omitted).toEqual([{ what: 'times in an unknown form', count: 2 }])
})
