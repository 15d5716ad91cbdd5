import { describe, expect, it } from 'vitest'
import { describeReading, readTranscript, segmentText } from './index.ts'

const card = (number: number, text: string) => `${number}\n00:00:0${number},000 --> 00:00:0${number},900\n${text}\n`
const srt = (...texts: string[]) => texts.map((text, index) => card(index + 1, text)).join('\n')
const read = (source: string, fileName = 'a.srt') =>
  readTranscript(source, { fileName }).segments.map((each) => `${each.speaker.name}|${segmentText(each)}`)

describe('dialogues', () => {
  it('splits a card at dashes, on lines or after a sentence', () => {
    expect(read(srt('- Hello there.\n- Hi, how are you?', '- Hello. - Hi.', 'Fine.'))).toEqual([
      ...['|Hello there.', '|Hi, how are you?', '|Hello.', '|Hi.', '|Fine.'],
    ])
    expect(read(srt('It is late.\n– Not yet.', '—Bonjour.'))).toEqual(['|It is late.', '|Not yet.', '|Bonjour.'])
  })

  it('keeps the times of the card for both people', () => {
    const { segments } = readTranscript(srt('- Hello.\n- Hi.'), { fileName: 'a.srt' })
    expect(segments).toMatchObject([
      { start: 1, end: 1.9 },
      { start: 1, end: 1.9 },
    ])
  })

  it('names people after dashes and after >>', () => {
    expect(read(srt('- ANN: Hello.\n- BEN: Hi.', '- Bye.'))).toEqual(['ANN|Hello.', 'BEN|Hi.', '|Bye.'])
    expect(read(srt('>> ANN: Hello. >> Hi.', 'We begin.', '>> BEN: Good.', 'Then go.'))).toEqual([
      ...['ANN|Hello.', '|Hi.', '|We begin.', 'BEN|Good.', 'BEN|Then go.'],
    ])
  })

  it('reads >> of captions with times of words', () => {
    const source = `WEBVTT\n\n00:01.000 --> 00:05.000\n&gt;&gt; so<00:02.000><c> far</c><00:03.000><c> &gt;&gt;</c><00:03.500><c> yes</c>\n`
    const { segments } = readTranscript(source)
    expect(segments.map(segmentText)).toEqual(['so far', 'yes'])
    expect(segments.map(({ start, end }) => [start, end])).toEqual([
      [1, 3.5],
      [3.5, 5],
    ])
  })

  it('keeps dashes and signs that are speech', () => {
    const texts = ['-5 degrees', 'a well-known name - that is it', 'x >> y', 'Then - and only then.']
    expect(read(srt(...texts))).toEqual(texts.map((text) => `|${text}`))
  })
})

describe('marks that are not speech', () => {
  it('drops overrides of SubStation Alpha and MicroDVD, and the turn mark of whisper.cpp', () => {
    expect(read(srt('{\\an8}Hello', '{\\pos(1,2)}{\\i1}there{\\i0}', '{y:i}now [SPEAKER_TURN]', 'a {b} c'))).toEqual([
      ...['|Hello', '|there', '|now', '|a {b} c'],
    ])
  })

  it('takes a word before a remark for no speaker, unless it recurs', () => {
    const names = ['Ann Lee: Hello.', 'Ben Ray: Hi.', 'Ann Lee: Fine.', 'Ben Ray: Good.']
    expect(read(srt(...names, 'Note: this is important.')).at(-1)).toBe('Ben Ray|Note: this is important.')
    expect(read(srt(...names, 'And remember: never.')).at(-1)).toBe('Ben Ray|And remember: never.')
    expect(read(srt(...names, 'Note: this.', 'Note: that.')).slice(-2)).toEqual(['Note|this.', 'Note|that.'])
    expect(read(srt(...names, 'Jin: once.')).at(-1)).toBe('Jin|once.')
    expect(read(srt('Question: How?', 'Answer: So.'))).toEqual(['Question|How?', 'Answer|So.'])
  })
})

describe('rolling captions', () => {
  it('keeps what people repeat', () => {
    const texts = ['Yes.', 'Yes.', 'Yes, I know.', 'I know.', 'I know.']
    expect(read(srt(...texts))).toEqual(texts.map((text) => `|${text}`))
  })

  it('joins three lines that scroll', () => {
    expect(read(srt('one two', 'one two\nthree', 'one two\nthree\nfour five', 'three\nfour five\nsix'))).toEqual([
      ...['|one two', '|three', '|four five', '|six'],
    ])
  })
})

describe('clock of a stream', () => {
  const file = (map: string) => `WEBVTT\nX-TIMESTAMP-MAP=${map}\n\n01:00:01.000 --> 01:00:03.000\nHello\n`

  it('moves the times by the local start', () => {
    expect(readTranscript(file('MPEGTS:900000,LOCAL:01:00:00.000')).segments).toMatchObject([{ start: 1, end: 3 }])
    expect(readTranscript(file('LOCAL:00:00:00.000,MPEGTS:0')).segments).toMatchObject([{ start: 3601, end: 3603 }])
  })

  it('refuses a segment from inside of a stream', () => {
    expect(() => readTranscript(file('MPEGTS:6300000,LOCAL:00:00:00.000'))).toThrow(/segment of a stream/)
    expect(() => readTranscript(file('MPEGTS:x'))).toThrow(/map of times/)
    expect(() => readTranscript(file('MPEGTS:0,LOCAL:02:00:00.000'))).toThrow(/between 0 and/)
  })
})

describe('times of day', () => {
  const words = 'this is about the scanners that we need in the second warehouse near the harbor before the season'
  const lines = (...clocks: string[]) =>
    clocks.map((clock, at) => `[${clock}] ${at % 2 === 0 ? 'Ann' : 'Ben'}: ${words}`)
  const starts = (source: string) => readTranscript(source).segments.map(({ start }) => start)

  it('are recognized by the pace, keep their distance, and request a date', () => {
    const document = readTranscript(lines('14:02', '14:03', '14:05').join('\n'))
    expect(document.segments.map(({ start }) => start)).toEqual([0, 60, 180])
    expect(document.timeOfDay).toBe('14:02')
    expect(describeReading(document).missing).toContain('date of the start at 14:02')
    expect(
      starts(
        lines('14:02', '14:03')
          .join('\n')
          .replaceAll(/^\[(.*)\] /gm, '$1\n'),
      ),
    ).toEqual([0, 60])
    expect(starts(`time,speaker,text\n14:02,Ann,${words}\n14:03,Ben,${words}\n`)).toEqual([0, 60])
  })

  it('of exports of products can be far apart, because their unit is certain', () => {
    const otter = 'Ana Silva  0:03  \nShall we begin with the pricing?\n\nBen Ray  1:02:11  \nSorry, I am late.\n'
    expect(readTranscript(otter).segments.map(({ start }) => start)).toEqual([3, 3_731])
    const meet =
      'Sync (2026-03-17 09:30 GMT+1) - Transcript\nAttendees\nAna Silva, Ben Ray\nTranscript\n00:00:00\n' +
      'Ana Silva: Shall we begin?\nBen Ray: Yes.\n00:30:00\nAna Silva: Good.\nMeeting ended after 00:31:12\n'
    expect(readTranscript(meet)).toMatchObject({ format: 'meet-document', durationSeconds: 1_872 })
  })

  it('with seconds can be far apart', () => {
    expect(starts('[14:02:10] Ann: Good morning to all of you.\n[14:35:40] Ben: Good morning.\n')).toEqual([0, 2010])
  })

  it('are refused if minutes and seconds are possible too', () => {
    expect(() => starts(lines('14:02', '14:09', '14:17').join('\n'))).toThrow(/minutes and seconds/)
    expect(() => starts('[14:02] Ann: Hi.\n[14:03] Ben: Hi.\n')).toThrow(/minutes and seconds/)
    expect(starts(lines('0:02', '0:09', '0:17').join('\n'))).toEqual([2, 9, 17])
    expect(starts(lines('22:02', '24:09', '24:17').join('\n'))).toEqual([1322, 1449, 1457])
  })
})
