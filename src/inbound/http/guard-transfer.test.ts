/** Connections, slow bodies and uploads over real sockets. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineOperation, UploadedFile } from '../../core/operation.ts'
import { createTestApp } from '../../testing/create-test-app.ts'
import { openDoor } from '../../testing/open-http-app.ts'
import { type RawRequest, sendRaw } from '../../testing/raw-request.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { createSpools } from './spools.ts'

const silent = { warn: () => undefined, info: () => undefined, error: () => undefined, debug: () => undefined } as never

const takeText = defineOperation({
  id: 'takeText',
  summary: 'Take a text, for tests.',
  tag: 'Tests',
  input: z.object({ text: z.string() }),
  output: z.object({ length: z.int() }),
  requires: { scope: 'write' },
  rest: { method: 'POST', path: '/take-text', derived: false },
  handle: async ({ text }) => ({ length: text.length }),
})

const takeFile = defineOperation({
  id: 'takeFile',
  summary: 'Take a file, for tests.',
  tag: 'Tests',
  cost: 5,
  input: z.object({ file: z.instanceof(UploadedFile) }),
  output: z.object({ size: z.int() }),
  requires: { scope: 'write' },
  rest: { method: 'POST', path: '/take-file', derived: false, upload: { field: 'file', maxBytes: 50 * 1024 * 1024 } },
  handle: async ({ file }) => ({ size: file.size }),
})

async function open(limits: Parameters<typeof createTestApp>[0] extends infer P ? NonNullable<P> : never) {
  const world = await createWorld(await createTestApp(limits))
  const door = await openDoor(world.app, [takeText, takeFile], { log: silent, bodyGraceSeconds: 1 })
  return { world, ...door }
}

const textHead = (world: World, ...more: string[]) => [
  ...['POST /v2/take-text HTTP/1.1', 'Host: parley.test', 'Content-Type: application/json'],
  ...[`Authorization: ${world.alice.key}`, ...more],
]

const newFolder = () => mkdtemp(join(tmpdir(), 'parley-uploads-'))

const OPENING = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'
const fileHead = (key: string, length: number | 'chunked') => [
  ...['POST /v2/take-file HTTP/1.1', 'Host: parley.test', 'Content-Type: multipart/form-data; boundary=x'],
  ...[`Authorization: ${key}`, length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`],
]

describe('a body', () => {
  it('that drips ends with 408, of whichever type', async () => {
    const { world, url, close, hangUp } = await open({})
    const dripping = async (request: RawRequest) => {
      const timer = setInterval(() => request.send('a'), 200)
      try {
        const { status, ms, body } = await request.answer()
        await request.closed(2_000)
        const { code, type } = JSON.parse(body)
        return { status, ms, code, type }
      } finally {
        clearInterval(timer)
      }
    }
    const answers = await Promise.all([
      sendRaw(url, textHead(world, 'Content-Length: 1000'), '{"text":"').then(dripping),
      sendRaw(url, fileHead(world.alice.key, 100_000), OPENING).then(dripping),
      sendRaw(url, textHead(world, 'Content-Length: 1000', 'Accept: application/problem+json'), '{"text":"').then(
        dripping,
      ),
    ])
    expect(answers.map(({ type }) => type)).toEqual([undefined, undefined, 'about:blank'])
    for (const { status, ms, code } of answers) {
      expect([status, code]).toEqual([408, 'request_timeout'])
      expect(ms).toBeLessThan(6_000)
    }
    hangUp()
    await close()
  })

  it('that comes quickly enough is taken, however long it takes', async () => {
    const { world, url, close, hangUp } = await open({ limits: { BODY_MIN_RATE: '100' } })
    const request = await sendRaw(url, textHead(world, 'Content-Length: 811'), '{"text":"')
    for (let n = 0; n < 8; n++) {
      request.send('a'.repeat(100))
      await pause(400)
    }
    request.send('"}')
    const answer = await request.answer()
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { length: 800 }])
    hangUp()
    await close()
  })
})

describe('a rejected upload', () => {
  it('is read for some megabytes, and then its connection is closed', async () => {
    const { url, close, hangUp } = await open({})
    const chunk = Buffer.alloc(1024 ** 2)
    const most = 48 * chunk.length
    const { socket } = await sendRaw(url, fileHead('wrong', most))
    let sent = 0
    while (!socket.destroyed && sent < most) {
      sent += chunk.length
      // A reset connection is closed too.
      if (!socket.write(chunk)) await once(socket, 'drain').catch(() => socket.destroy())
    }
    expect(sent / chunk.length).toBeLessThan(40)
    hangUp()
    await close()
  })
})

describe('connections', () => {
  it('of one address are bounded, and those that end make room', async () => {
    const { url, close, hangUp } = await open({ limits: { CONNECTIONS_PER_ADDRESS: '3' } })
    const held = [await sendRaw(url, []), await sendRaw(url, []), await sendRaw(url, [])]
    const refused = await (await sendRaw(url, [])).answer()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    held[0]?.socket.destroy()
    await pause(100)
    const answer = await (await sendRaw(url, ['GET /healthz HTTP/1.1', 'Host: parley.test'])).answer()
    expect(answer.status).toBe(200)
    hangUp()
    await close()
  })

  it('of all addresses are bounded, and those of proxies are counted among these alone', async () => {
    const { url, close, hangUp } = await open({
      limits: { CONNECTIONS: '4', CONNECTIONS_PER_ADDRESS: '1' },
      proxies: '127.0.0.0/8',
    })
    const first = await sendRaw(url, [])
    for (let n = 0; n < 3; n++) await sendRaw(url, [])
    expect((await (await sendRaw(url, [])).answer()).status).toBe(503)
    first.socket.destroy()
    await pause(100)
    const answer = await (await sendRaw(url, ['GET /healthz HTTP/1.1', 'Host: parley.test'])).answer()
    expect(answer.status).toBe(200)
    hangUp()
    await close()
  })

  it('that send no headers are closed', async () => {
    const { url, close, hangUp } = await open({ limits: { HEADERS_TIMEOUT: '1' } })
    const request = await sendRaw(url, [], 'GET /healthz HTTP/1.1\r\nHost: parl')
    expect((await request.answer()).status).toBe(408)
    await request.closed(1_000)
    hangUp()
    await close()
  })
})

describe('files while they arrive', () => {
  const begin = async (url: string, key: string, length: number | 'chunked' = 1_000_000) => {
    const opening = length === 'chunked' ? `${OPENING.length.toString(16)}\r\n${OPENING}\r\n` : OPENING
    return sendRaw(url, fileHead(key, length), opening)
  }
  const codeOf = async (request: RawRequest) => {
    const { status, headers, body } = await request.answer()
    request.socket.destroy()
    return [status, JSON.parse(body).code, headers.get('retry-after')]
  }

  it('are bounded for each organization and for all, and make room when their senders are gone', async () => {
    const uploadsDir = await newFolder()
    const limits = { UPLOADS: '3', UPLOADS_PER_ORGANIZATION: '2', UPLOADS_DIR: uploadsDir }
    const { world, url, close, hangUp } = await open({ limits })
    const held = [await begin(url, world.alice.key), await begin(url, world.bob.key)]
    await pause(200)
    expect(await codeOf(await begin(url, world.carol.key))).toEqual([429, 'too_many_uploads', '10'])
    held.push(await begin(url, world.mallory.key))
    await pause(200)
    expect(await codeOf(await begin(url, world.rivalOrg.key))).toEqual([503, 'uploads_busy', '10'])
    for (const { socket } of held) socket.destroy()
    await pause(500)
    const closing = `${OPENING}content\r\n--x--\r\n`
    const sent = await sendRaw(url, fileHead(world.carol.key, closing.length), closing)
    const answer = await sent.answer()
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { size: 7 }])
    sent.socket.destroy()
    hangUp()
    await close()
    // All temporary files were deleted.
    expect(await readdir(uploadsDir)).toEqual([])
  })

  it('take no more of the disk than they may, whether or not they say how long they are', async () => {
    const folder = await newFolder()
    const { world, url, close, hangUp } = await open({ limits: { UPLOADS_MB: '2', UPLOADS_DIR: folder } })
    const held = await begin(url, world.alice.key, 1_500_000)
    await pause(200)
    expect(await codeOf(await begin(url, world.bob.key, 1_500_000))).toEqual([503, 'upload_space', '10'])
    held.socket.destroy()
    await pause(500)
    const endless = await begin(url, world.bob.key, 'chunked')
    const chunk = `100000\r\n${'a'.repeat(1024 * 1024)}\r\n`
    for (let n = 0; n < 3; n++) endless.send(chunk)
    expect(await codeOf(endless)).toEqual([503, 'upload_space', '10'])
    hangUp()
    await close()
  })

  it('are removed at the next start after a crash, and left where their process still runs', async () => {
    const uploadsDir = await newFolder()
    const name = (host: string, pid: number) => `${host}~${pid}~0123456789abcdef`
    // No process has the highest ID; the process with ID 1 always runs.
    const [gone, running, elsewhere] = [name(hostname(), 4_194_304), name(hostname(), 1), name('another-host', 7)]
    for (const one of [gone, running, elsewhere, 'not-ours']) {
      await mkdir(join(uploadsDir, one, 'upload-1'), { recursive: true })
      await writeFile(join(uploadsDir, one, 'upload-1', 'file'), randomUUID())
    }
    const spools = createSpools({ uploads: 1, uploadsPerOrganization: 1, uploadsBytes: 1, uploadsDir }, silent)
    await spools.removeLeftBehind()
    expect((await readdir(uploadsDir)).toSorted()).toEqual([elsewhere, 'not-ours', running].toSorted())
    await spools.close()
  })
})
