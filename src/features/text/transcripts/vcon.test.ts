import { createSign, generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readTranscript, segmentText, TranscriptFault } from './index.ts'

function faultOf(source: unknown): { message: string; pointer: string | undefined } {
  try {
    readTranscript(source)
  } catch (error) {
    if (error instanceof TranscriptFault) return { message: error.message, pointer: error.pointer }
    throw error
  }
  throw new Error('read')
}

const parties = [
  { name: 'Ada', mailto: 'mailto:ada@x.org', uuid: '7' },
  { name: 'Bo', tel: 'tel:+123', email: 'bo@x.org' },
]
const recording = {
  type: 'recording',
  start: '2026-01-01T10:00:00+01:00',
  duration: 60,
  parties: [0, 1],
  url: 'https://x.org/a.mp3',
}
const vcon = (extra: object) => ({ uuid: 'u-1', created_at: '2026-01-01T00:00:00Z', parties, ...extra })
const transcript = (body: unknown, extra: object = {}) =>
  vcon({
    dialog: [recording],
    analysis: [{ type: 'transcript', dialog: 0, vendor: 'x', encoding: 'json', body, ...extra }],
  })
const told = (source: unknown) =>
  readTranscript(source).segments.map(
    (each) => `${each.speaker.name} | ${each.start}–${each.end} | ${segmentText(each)}`,
  )

describe('vCon', () => {
  test('a recording without a transcript is valid and tells about the conversation', () => {
    expect(
      readTranscript(
        vcon({
          subject: 'Call',
          dialog: [recording],
          analysis: [{ type: 'summary', vendor: 'x', encoding: 'none', body: 'Short.' }],
        }),
      ),
    ).toEqual({
      ...{ format: 'vcon', form: 'V1', segments: [], externalId: 'u-1', title: 'Call', summary: 'Short.' },
      ...{ startedAt: '2026-01-01T09:00:00.000Z', durationSeconds: 60, mediaUrl: 'https://x.org/a.mp3' },
      parties: [
        { id: '7', name: 'Ada', email: 'ada@x.org' },
        { name: 'Bo', email: 'bo@x.org', tel: '+123' },
      ],
    })
  })

  test('text dialogs are segments from their originators, at their own times', () => {
    const say = (start: string, more: object) => ({
      type: 'text',
      start,
      encoding: 'none',
      mediatype: 'text/plain',
      ...more,
    })
    const dialog = [
      say('2026-01-01T10:00:05Z', { parties: [1, 0], body: 'second', duration: 1.5 }),
      say('2026-01-01T10:00:00Z', { parties: [1], originator: 0, body: 'first' }),
      say('2026-01-01T10:01:00Z', {
        parties: 1,
        body: Buffer.from('grüezi').toString('base64url'),
        encoding: 'base64url',
      }),
      { type: 'text', parties: [0] },
    ]
    expect(told(vcon({ dialog }))).toEqual(['Bo | 5–6.5 | second', 'Ada | 0–null | first', 'Bo | 60–null | grüezi'])
    expect(faultOf(vcon({ dialog: [say('2026-01-01T10:00:00Z', { parties: [9], body: 'x' })] })).pointer).toBe(
      '/dialog/0/parties',
    )
    expect(faultOf(vcon({ dialog: [say('today', { body: 'x' })] })).pointer).toBe('/dialog/0/start')
  })

  test('an e-mail is read as what was written, not as its MIME parts', () => {
    const body =
      '--b\r\nContent-Type: multipart/alternative;\r\n boundary="c"\r\n\r\n--c\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGr=C3=BCe=\r\nzi\r\n--c\r\nContent-Type: text/html\r\n\r\n<p>no</p>\r\n--c--\r\n--b--\r\n'
    const dialog = [{ type: 'text', parties: [0], mediatype: 'multipart/mixed; boundary="b"', encoding: 'none', body }]
    expect(told(vcon({ dialog }))).toEqual(['Ada | null–null | Grüezi'])
  })

  test('the transcripts of several dialogs stand on one axis, each from the start of its dialog', () => {
    const later = { ...recording, start: '2026-01-01T10:02:00+01:00' }
    const analysis = [0, 1].map((dialog) => ({
      type: 'transcript',
      dialog,
      vendor: 'x',
      encoding: 'json',
      body: { segments: [{ speaker: 'S', start: 1.5, end: 2, text: `d${dialog}` }] },
    }))
    const source = vcon({ dialog: [recording, later], analysis })
    expect(told(source)).toEqual(['S | 1.5–2 | d0', 'S | 121.5–122 | d1'])
    expect(readTranscript(source).durationSeconds).toBe(180)
  })

  test('transcript bodies come as text, captions, Whisper, Deepgram, messages and lists of parties', () => {
    expect(told(transcript('Ada: Hi.\nBo: Yes.', { encoding: 'none' }))).toEqual([
      'Ada | null–null | Hi.',
      'Bo | null–null | Yes.',
    ])
    expect(told(transcript('WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>Hi', { encoding: 'none' }))).toEqual([
      'Ada | 1–2 | Hi',
    ])
    expect(told(transcript({ transcript: 'One.\n\nTwo.', detected_language: 'en' }))).toEqual([
      ' | null–null | One.',
      ' | null–null | Two.',
    ])
    expect(told(transcript(JSON.stringify([{ speaker: 'Agent', message: 'Hi' }])))).toEqual(['Agent | null–null | Hi'])
    expect(told(transcript([{ parties: 1, start: '2026-01-01T09:00:01.25Z', duration: 0.5, text: 'Hm' }]))).toEqual([
      'Bo | 1.25–1.75 | Hm',
    ])
    const words = ['a', 'b', 'c'].map((text, i) => ({
      word: text,
      punctuated_word: text.toUpperCase(),
      start: i,
      end: i + 0.5,
      speaker: i === 2 ? 1 : 0,
    }))
    const deepgram = { results: { channels: [{ alternatives: [{ transcript: 'a b c', words }] }] } }
    expect(told(transcript(deepgram))).toEqual(['Speaker 0 | 0–1.5 | A B', 'Speaker 1 | 2–2.5 | C'])
    const stereo = { results: { channels: words.slice(0, 2).map((word) => ({ alternatives: [{ words: [word] }] })) } }
    expect(told(transcript(stereo))).toEqual(['Ada | 0–0.5 | A', 'Bo | 1–1.5 | B'])
    expect(faultOf(transcript({ what: 1 }))).toEqual({
      pointer: '/analysis/0/body',
      message: 'The form of the transcript is not supported.',
    })
    expect(faultOf(transcript({ segments: [{ text: 5 }] })).pointer).toBe('/analysis/0/body/segments/0/text')
  })

  test('names in critical that nobody here knows, unknown syntax and encryption are refused', () => {
    expect(faultOf(vcon({ critical: ['x'] })).pointer).toBe('/critical/0')
    expect(faultOf(vcon({ must_support: ['x'] })).pointer).toBe('/must_support/0')
    expect(readTranscript(vcon({ critical: [], vcon: '0.3.0' })).segments).toEqual([])
    expect(faultOf(vcon({ vcon: '7.0.0' })).pointer).toBe('/vcon')
    expect(faultOf({ unprotected: {}, recipients: [], iv: '', ciphertext: 'x', tag: '' }).message).toMatch(/encrypted/)
    expect(faultOf({ vcon: '0.0.1', parties: [] }).pointer).toBe('/uuid')
  })
})

describe('signed vCon', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const sign = (content: object, header: object = { alg: 'RS256', jwk: publicKey.export({ format: 'jwk' }) }) => {
    const payload = encode(content)
    const shielded = encode(header)
    const signature = createSign('sha256').update(`${shielded}.${payload}`).sign(privateKey, 'base64url')
    return { payload, signatures: [{ protected: shielded, header: {}, signature }] }
  }

  test('is read from its payload when its signature fits', () => {
    expect(readTranscript(sign(transcript([{ speaker: 'A', message: 'hi' }])))).toMatchObject({
      externalId: 'u-1',
      segments: [{ speaker: { name: 'A' } }],
    })
  })

  test('is refused when anything was changed after signing', () => {
    const signed = sign(vcon({ subject: 'a' }))
    expect(faultOf({ ...signed, payload: encode(vcon({ subject: 'b' })) })).toEqual({
      pointer: '/signatures/0',
      message: "The signature doesn't match the content. The vCon was changed after signing.",
    })
  })

  test('is refused with no signature, an algorithm of no worth, an unknown demand or a broken payload', () => {
    const jwk = publicKey.export({ format: 'jwk' })
    expect(faultOf({ ...sign(vcon({})), signatures: [] }).pointer).toBe('/signatures')
    expect(faultOf(sign(vcon({}), { alg: 'none', jwk })).pointer).toBe('/signatures/0')
    expect(faultOf(sign(vcon({}), { alg: 'HS256', jwk })).pointer).toBe('/signatures/0')
    expect(faultOf(sign(vcon({}), { alg: 'RS256', jwk, crit: ['x'] })).pointer).toBe('/signatures/0/protected')
    expect(faultOf(sign(vcon({}), { alg: 'RS256', x5c: ['AAAA'] })).message).toBe(
      "The key in the signature can't be read.",
    )
    expect(faultOf({ ...sign(vcon({})), payload: '%' }).pointer).toMatch(/signatures|payload/)
    expect(faultOf(sign(sign(vcon({})))).pointer).toBe('/payload')
  })

  test('a fault inside the payload is told by its place there', () => {
    expect(faultOf(sign(vcon({ critical: ['x'] }))).pointer).toBe('/payload/critical/0')
  })
})
