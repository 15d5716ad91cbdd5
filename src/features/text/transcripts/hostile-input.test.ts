import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '../../../testing/any-text.ts'
import { asConversation, text } from '../../../testing/transcript-arbitraries.ts'
import { isSpoken, readTranscript, readTranscripts, TranscriptFault, writeTranscript } from './index.ts'

describe('anything may be thrown at the readers', () => {
  const tame = (read: () => unknown) => {
    try {
      read()
    } catch (error) {
      expect(error).toBeInstanceOf(TranscriptFault)
    }
  }
  const line = fc.oneof(
    text,
    fc.string(),
    fc.constantFrom('WEBVTT', '00:00:01.000 --> 00:00:02.000', '0:0:1.0,0:0:2.0', '00:00:01\tBo:\thi'),
  )

  test('any string ends in a transcript or a fault', () => {
    const lines = fc.array(line).map((parts) => parts.join('\n'))
    fc.assert(
      fc.property(
        fc.oneof(
          lines,
          anyText(),
          lines.map((rest) => `WEBVTT\n\n${rest}`),
        ),
        (source) => {
          tame(() => readTranscript(source))
          for (const outcome of readTranscripts(source)) {
            if ('document' in outcome) expect(isSpoken(outcome.document.segments)).toBeTypeOf('boolean')
          }
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('any JSON ends in a transcript or a fault', () => {
    const key = fc.constantFrom(
      ...[
        'uuid',
        'vcon',
        'dialog',
        'analysis',
        'parties',
        'attachments',
        'body',
        'type',
        'transcript',
        'text',
        'start',
        'end',
      ],
      ...[
        'segments',
        'final',
        'speaker',
        'words',
        'sentence',
        'results',
        'channels',
        'alternatives',
        'paragraphs',
        'num_words',
      ],
      ...[
        'payload',
        'signatures',
        'protected',
        'header',
        'jwk',
        'x5c',
        'encoding',
        'base64url',
        'monologues',
        'sentences',
        '__proto__',
      ],
      ...[
        'duration',
        'mediatype',
        'originator',
        'critical',
        'id',
        'title',
        'date',
        'name',
        'purpose',
        'parley-conversation',
      ],
    )
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 7 },
        fc.oneof(key, text, fc.double(), fc.integer(), fc.boolean(), fc.constant(null)),
        tie('list'),
        tie('object'),
      ),
      list: fc.array(tie('value'), { maxLength: 4 }),
      object: fc.dictionary(key, tie('value'), { maxKeys: 6 }),
    }))
    fc.assert(
      fc.property(value, (given) => {
        tame(() => readTranscript(given))
        tame(() => readTranscript(JSON.stringify(given) ?? ''))
      }),
      { numRuns: 2000 },
    )
  })

  test('what was read can be written as JSON and vCon and read again, the same', () => {
    fc.assert(
      fc.property(
        fc.array(line).map((parts) => parts.join('\n')),
        (source) => {
          for (const outcome of readTranscripts(source)) {
            if (!('document' in outcome)) continue
            const given = { ...asConversation(outcome.document.segments, outcome.document.form) }
            for (const form of ['json', 'vcon'] as const) {
              expect(readTranscript(writeTranscript(form, given)).segments).toEqual(outcome.document.segments)
            }
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
