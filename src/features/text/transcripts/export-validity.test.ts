/** Exports are valid for the validators of their standards. */
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import webvtt from 'webvtt-parser'
import { conversation, timedSegment } from '../../../testing/transcript-arbitraries.ts'
// The schema of draft-ietf-vcon-vcon-core, as published by its working group (commit 2342aba).
import schema from '../../../testing/vcon-schema.json' with { type: 'json' }
import { writeTranscript } from './index.ts'

const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)
const validate = ajv.compile(schema)

const EMPTY = {
  uuid: '0198c5a0-0000-7000-8000-000000000000',
  createdAt: '2026-01-01T00:00:00.000Z',
  form: 'V1',
  segments: [],
  parties: [],
  attributes: {},
} as const

describe('a vCon', () => {
  it('validates against the schema of the draft', () => {
    fc.assert(
      fc.property(conversation, (given) => {
        validate(JSON.parse(writeTranscript('vcon', given)))
        expect(validate.errors).toBeNull()
      }),
      { numRuns: 300 },
    )
  })

  it('has a start of its dialog, also if the start is unknown', () => {
    const { dialog, attachments } = JSON.parse(writeTranscript('vcon', { ...EMPTY, segments: [], parties: [] }))
    expect(dialog[0].start).toBe(EMPTY.createdAt)
    expect(attachments[0].body.startKnown).toBe(false)
  })

  it('has telephone numbers as TEL URLs', () => {
    const parties = [{ id: '+49 171 1234567', name: 'Ada' }]
    const vcon = JSON.parse(writeTranscript('vcon', { ...EMPTY, segments: [], parties }))
    expect(vcon.parties).toEqual([{ name: 'Ada', tel: 'tel:+491711234567' }])
  })

  it('refers to a recording with its hash in the dialog, and to others in the attachment', () => {
    const mediaUrl = 'https://x.example/a.mp3'
    const mediaHash = `sha512-${'a'.repeat(86)}`
    const read = (more: object) =>
      JSON.parse(writeTranscript('vcon', { ...EMPTY, segments: [], parties: [], mediaUrl, ...more }))
    expect(read({ mediaHash }).dialog[0]).toMatchObject({ url: mediaUrl, content_hash: mediaHash })
    expect(read({}).dialog[0]).not.toHaveProperty('url')
    expect(read({}).attachments[0].body.mediaUrl).toBe(mediaUrl)
  })
})

describe('WebVTT', () => {
  it('is read by the parser of the W3C without a warning', () => {
    fc.assert(
      fc.property(fc.array(timedSegment, { minLength: 1, maxLength: 8 }), (segments) => {
        const inOrder = segments.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0))
        const vtt = writeTranscript('vtt', { ...EMPTY, segments: inOrder, parties: [] })
        const { errors } = new webvtt.WebVTTParser().parse(vtt, 'subtitles')
        expect(errors, vtt).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})
