import { describe, expect, it } from 'vitest'
import { readTranscript, writeTranscript } from './index.ts'

const say = (name: string, text: string, start: number | null = null) => ({
  ...{ speaker: { name }, start, end: null },
  words: [{ text, startTimestamp: start, endTimestamp: null }],
})
const markdown = (more: Partial<Parameters<typeof writeTranscript>[1]>) =>
  writeTranscript('md', {
    ...{ uuid: 'a', createdAt: '2026-01-01T00:00:00.000Z', form: 'V1', segments: [], parties: [], attributes: {} },
    ...more,
  })

const READ_BACK = [
  say('Ann & Bob', 'A_price* of #5 [net] is <fine>!', 0),
  say('Jürgen O’Neil', '- not a list', 65),
  say('Ann & Bob', '1. What does it cost? C:\\temp\\x', 70),
]

describe('Markdown', () => {
  it('is read back with the same title, names, starts and words', () => {
    const text = markdown({ title: 'Harbor & Vane: *first* review', summary: 'Ann: Fine.', segments: READ_BACK })
    const { title, segments } = readTranscript(text, { fileName: 'a.md' })
    expect([title, segments]).toEqual(['Harbor & Vane: *first* review', READ_BACK])
  })

  it('takes no section of notes for the title', () => {
    const { title, segments } = readTranscript('# Summary\n\nFine.\n\n# Transcript\n\nAnn: Hello.\n\nBob: Hi.\n')
    expect([title, segments.length]).toEqual([undefined, 2])
  })

  it('states a headline once that is also the start of the first section', () => {
    const text = markdown({ title: 'Call', summary: 'Ann: Fine.\nAnn: Fine. It works.\nBob: Good.', segments: [] })
    expect(text.split('## Summary\n\n')[1]).toBe('Ann: Fine. It works.\n\nBob: Good.\n')
  })

  it('has title, facts, summary, and a paragraph per turn', () => {
    const text = markdown({
      ...{ title: 'First call', startedAt: '2026-03-10T10:05:00.000Z', durationSeconds: 3725, summary: 'They met.' },
      parties: [{ name: 'Ann', email: 'ann@x.example' }, { email: 'ben@x.example' }],
      segments: [say('Ann', 'Shall we', 0), say('Ann', 'begin?', 2), say('Ben', 'Please.', 65), say('', 'Yes.')],
    })
    expect(text).toBe(`# First call

- Start: 2026-03-10 10:05 UTC
- Duration: 1:02:05
- Participants: Ann, ben@x.example

## Summary

They met.

## Transcript

**Ann** (0:00): Shall we begin?

**Ben** (1:05): Please.

Yes.
`)
  })

  it.each([
    ['- a list', '\\- a list'],
    ['1. a list', '1\\. a list'],
    ['# a heading', '\\# a heading'],
    ['<b>bold</b> *it* _is_', '\\<b\\>bold\\</b\\> \\*it\\* \\_is\\_'],
    ['[a](http://x.example)', '\\[a\\](http://x.example)'],
    ['`code` \\ | ~', '\\`code\\` \\\\ \\| \\~'],
  ])('never takes speech for formatting: %s', (said, written) => {
    expect(markdown({ segments: [say('', said)] })).toContain(`\n\n${written}\n`)
  })
})
