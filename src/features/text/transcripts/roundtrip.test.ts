import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compact, conversation } from '../../../testing/transcript-arbitraries.ts'
import { readTranscript, type Segment, type Speaker, writeTranscript } from './index.ts'

describe('the way out and back', () => {
  test('a vCon brings back the whole conversation', () => {
    fc.assert(
      fc.property(conversation, (given) => {
        const read = readTranscript(writeTranscript('vcon', given))
        expect(read).toEqual(
          compact({
            format: 'vcon',
            form: given.form,
            segments: given.segments,
            externalId: given.uuid,
            title: given.title,
            startedAt: given.startedAt,
            durationSeconds: given.durationSeconds,
            language: given.language,
            parties: given.parties,
            mediaUrl: given.mediaUrl,
            mediaHash: given.mediaUrl == null ? undefined : given.mediaHash,
            summary: given.summary,
            conversation: given.attributes,
          }),
        )
      }),
      { numRuns: 400 },
    )
  })

  test('the JSON form brings back form, speakers, words and every time to the last bit', () => {
    fc.assert(
      fc.property(conversation, (given) => {
        const read = readTranscript(writeTranscript('json', given))
        expect(read.segments).toEqual(given.segments)
        // An empty list does not tell its form.
        if (given.segments.length > 0) expect(read.form).toBe(given.form)
      }),
      { numRuns: 400 },
    )
  })

  test('the list that answers carry reads as what it was written from', () => {
    fc.assert(
      fc.property(conversation, ({ segments, form }) => {
        fc.pre(segments.length > 0 && segments.some((segment) => form === 'V1' || segment.words.length !== 1))
        const read = readTranscript(JSON.parse(JSON.stringify(segments)))
        expect(read.segments).toEqual(segments)
        expect(read.form).toBe(form)
      }),
    )
  })

  test('an export of an empty conversation is a vCon with the parties that an attachment needs', () => {
    const empty = {
      uuid: 'a',
      createdAt: '2026-01-01T00:00:00.000Z',
      form: 'V2',
      segments: [],
      parties: [],
      attributes: {},
    } as const
    const vcon = JSON.parse(writeTranscript('vcon', { ...empty, segments: [], parties: [] }))
    expect(vcon.parties).toEqual([{}])
    expect(vcon).not.toHaveProperty('vcon')
    expect(vcon.attachments[0]).toMatchObject({ party: 0, dialog: 0, start: empty.createdAt })
    expect(readTranscript(vcon)).toEqual({
      format: 'vcon',
      form: 'V2',
      segments: [],
      externalId: 'a',
      parties: [],
      conversation: {},
    })
  })

  test('in a vCon a speaker points to the party with the same id, address or name, and becomes one where there is none', () => {
    const say = (speaker: Speaker): Segment => ({ speaker, start: null, end: null, words: [] })
    const vcon = JSON.parse(
      writeTranscript('vcon', {
        uuid: 'a',
        createdAt: '2026-01-01T00:00:00.000Z',
        form: 'V2',
        segments: [
          say({ name: 'Al', id: '7' }),
          say({ name: 'x', email: 'B@X.org' }),
          say({ name: 'Cy' }),
          say({ name: 'Di' }),
          say({ name: '' }),
        ],
        parties: [{ name: 'Cy' }, { id: '7', name: 'Alan' }, { email: 'b@x.org' }],
        attributes: {},
      }),
    )
    expect(vcon.analysis[0].body.speakers.map((each: { party?: number }) => each.party)).toEqual([
      1,
      2,
      0,
      3,
      undefined,
    ])
    expect(vcon.parties[3]).toEqual({ name: 'Di' })
  })
})
