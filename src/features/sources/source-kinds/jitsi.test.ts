/** Jitsi as a Service: signatures and events. The import is tested with the other vendors. */
import { describe, expect, it } from 'vitest'
import { expectEvery } from '../../../testing/expect-every.ts'
import { jitsi, signJaas, toJaasEvent } from '../../../testing/source-vendors-jitsi.ts'
import { jitsiKind } from './jitsi.ts'
import type { SourceAccess } from './kind.ts'
import { isKnownFile } from './media-names.ts'

const AT = new Date('2026-11-26T10:00:00Z')
const { credentials } = jitsi('https://8x8.example')
const toAccess = (transcripts: string) => ({ settings: { transcripts }, credentials }) as unknown as SourceAccess
const toDelivery = (body: string, headers: Readonly<Record<string, string>>) => ({
  ...{ url: '', headers, body: Buffer.from(body), receivedAt: AT },
})
const URL = 'https://files.example.com/Renewal_2026-11-26.mp4?sig=1'
const read = (event: string, data: object, transcripts = 'none') =>
  jitsiKind.read?.(toDelivery(JSON.stringify(toJaasEvent(event, { id: '1' }, data)), {}), toAccess(transcripts))

describe('verify', () => {
  const verify = (body: string, signature: string) =>
    jitsiKind.verify?.(toDelivery(body, { 'x-jaas-signature': signature }), toAccess('none'))

  it('accepts one valid signature of the scheme v1, and refuses others', () => {
    const { body, headers } = signJaas({ eventType: 'RECORDING_UPLOADED' }, AT)
    const signature = headers['x-jaas-signature'] ?? ''
    expect(verify(body, signature)).toEqual({ isAuthentic: true })
    expect(verify(body, `v1=other,${signature}`)).toEqual({ isAuthentic: true })
    const { headers: stale } = signJaas({ eventType: 'RECORDING_UPLOADED' }, new Date(AT.getTime() - 301_000))
    const refused = [
      verify(`${body} `, signature),
      verify(body, signature.replace('v1=', 'v2=')),
      verify(body, stale['x-jaas-signature'] ?? ''),
      verify(body, ''),
    ] as { isAuthentic: boolean }[]
    expectEvery(refused, ({ isAuthentic }) => !isAuthentic)
  })
})

describe('read', () => {
  it('makes each recording a call, if JaaS does not transcribe', async () => {
    const data = { recordingSessionId: 'r1', startTimestamp: AT.getTime(), preAuthenticatedLink: URL }
    expect(await read('RECORDING_UPLOADED', data)).toEqual({
      calls: [
        {
          ...{ externalId: 'session-1 r1', title: 'Renewal', startedAt: AT.toISOString() },
          recording: { name: 'recording.mp4', at: { url: URL } },
        },
      ],
    })
    expect(await read('TRANSCRIPTION_UPLOADED', { preAuthenticatedLink: URL })).toMatchObject({
      ignored: expect.stringContaining('turned off'),
    })
  })

  it('ignores other events, and refuses events without a link', async () => {
    expect(await read('ROOM_CREATED', {})).toMatchObject({ ignored: 'The event announces no recording.' })
    expect(() => read('RECORDING_UPLOADED', {})).toThrow('The event has no `data.preAuthenticatedLink`.')
  })
})

describe('a folder of Jibri', () => {
  it("contains a recording, and facts that aren't a transcript", () => {
    const files = ['abc/renewal_2026-11-26-10-00-00.mp4', 'abc/metadata.json', 'abc/renewal.json']
    expect(files.filter(isKnownFile)).toEqual([files[0], files[2]])
  })
})
