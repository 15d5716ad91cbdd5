/** LiveKit: forged and stale tokens, and egresses that aren't calls. The import is tested with the other vendors. */
import { describe, expect, it } from 'vitest'
import { expectEvery } from '../../../testing/expect-every.ts'
import { livekit, signLiveKit, signToken, toEgress } from '../../../testing/source-vendors-livekit.ts'
import type { SourceAccess } from './kind.ts'
import { livekitKind } from './livekit.ts'

const AT = new Date('2026-11-26T10:00:00Z')
const { settings, credentials } = livekit('https://acme.livekit.cloud')
const toAccess = (more: Readonly<Record<string, string>> = {}) =>
  ({ settings: { ...settings, ...more }, credentials }) as unknown as SourceAccess
const made = { id: '1', startedAt: AT, recording: Buffer.from('sound') }

const toDelivery = (body: string, headers: Readonly<Record<string, string>>) => ({
  ...{ url: '', headers, body: Buffer.from(body), receivedAt: AT },
})
const verify = (body: string, headers: Readonly<Record<string, string>>) =>
  livekitKind.verify?.(toDelivery(body, headers), toAccess())
const read = (egress: object, more: Readonly<Record<string, string>> = {}, event = 'egress_ended') =>
  livekitKind.read?.(toDelivery(JSON.stringify({ event, egressInfo: egress }), {}), toAccess(more))

describe('verify', () => {
  const body = JSON.stringify({ event: 'egress_ended' })

  it('accepts the token of the body', async () => {
    expect(await verify(body, signLiveKit(body, AT))).toEqual({ isAuthentic: true })
    const { authorization } = signLiveKit(body, AT)
    expect(await verify(body, { authorization: `Bearer ${authorization}` })).toEqual({ isAuthentic: true })
  })

  it('refuses tokens of another body, key, secret, time or algorithm', async () => {
    const { authorization = '' } = signLiveKit(body, AT)
    const claims = JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString())
    const forged: [string, Readonly<Record<string, string>>][] = [
      [body, {}],
      [`${body} `, { authorization }],
      [body, signLiveKit(body, AT, { iss: 'APIkey2' })],
      [body, { authorization: signToken(claims, 'another-secret') }],
      [body, { authorization: signToken(claims, '', { alg: 'none' }) }],
      [body, { authorization: signToken({ ...claims, sha256: undefined }) }],
      [body, { authorization: signToken({ ...claims, exp: undefined }) }],
      [body, signLiveKit(body, new Date(AT.getTime() - 361_000))],
      [body, { authorization: 'no-token' }],
    ]
    const results = await Promise.all(forged.map(([text, headers]) => verify(text, headers)))
    expectEvery(results, (result) => result?.isAuthentic === false)
  })
})

describe('read', () => {
  it('takes the smallest file of a room, with its name and start', async () => {
    expect(await read(toEgress(made))).toEqual({
      calls: [
        {
          ...{ externalId: 'EG_1', title: 'Renewal', startedAt: AT.toISOString() },
          recording: { name: 'renewal 1.ogg', at: { key: 'rooms/renewal 1.ogg' } },
        },
      ],
    })
  })

  it('takes recordings of participants only if wanted', async () => {
    const { roomComposite: _room, ...rest } = toEgress(made)
    const track = { ...rest, trackComposite: { roomName: 'Renewal' } }
    expect(await read(track)).toMatchObject({ ignored: expect.stringContaining('and not the room') })
    expect(await read({ ...rest, egress: { media: {} } })).toHaveProperty('ignored')
    expect(await read({ ...rest, egress: { media: { audio: { captureAll: true } } } })).toHaveProperty('calls')
    expect(await read({ ...rest, egress: { template: {} } })).toHaveProperty('calls')
    expect(await read(track, { recordings: 'all' })).toMatchObject({ calls: [{ externalId: 'EG_1' }] })
  })

  it('ignores failed egresses, streams and other events', async () => {
    const egress = toEgress(made)
    const ignored = [
      await read({ ...egress, status: 'EGRESS_FAILED' }),
      await read({ ...egress, fileResults: [], streamResults: [{ url: 'rtmp://example.com' }] }),
      await read({ ...egress, fileResults: [{ filename: 'rooms/renewal.m3u8' }] }),
      await read(egress, {}, 'egress_started'),
    ]
    expectEvery(ignored, (content) => content !== undefined && content.calls === undefined)
  })

  it('reads the one file of earlier versions', async () => {
    const { fileResults: _files, ...rest } = toEgress(made)
    expect(await read({ ...rest, file: { filename: '/rooms/old.mp4', location: '' } })).toMatchObject({
      calls: [{ recording: { name: 'old.mp4', at: { key: 'rooms/old.mp4' } } }],
    })
  })

  it('says that a file in the backup storage is out of reach', async () => {
    const content = await read({ ...toEgress(made), backupStorageUsed: true })
    const at = content?.calls?.[0]?.recording?.at ?? {}
    await expect(livekitKind.fetch?.({ name: 'a.ogg', at }, { path: '', maxBytes: 1 }, toAccess())).rejects.toThrow(
      /backup storage/,
    )
  })
})
