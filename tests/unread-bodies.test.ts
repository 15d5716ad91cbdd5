/** What can be refused without a body is refused before any of it is read, by every route (decisions, section 10, "Order of checks"). */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { operations } from '../src/catalog.ts'
import { type AnyOperation, namesInPath } from '../src/core/operation.ts'
import { listBodyTypes } from '../src/inbound/http/body-types.ts'
import { createTestApp } from '../src/testing/create-test-app.ts'
import { programNamed } from '../src/testing/programs.ts'
import { type RawAnswer, sendRaw } from '../src/testing/raw-request.ts'
import { unauthorized } from '../src/testing/unauthorized.ts'
import { type Caller, createWorld, type World } from '../src/testing/world.ts'

const DEFAULT_BODY_LIMIT = 1024 * 1024
const GIGABYTE = 1024 ** 3
const curl = programNamed('TEST_CURL', 'curl')

let world: World
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-unread-'))
  world = await createWorld(await createTestApp({ listen: true, limits: { UPLOADS_DIR: folder } }))
})

const withBody = operations.filter(({ rest }) => rest.method !== 'GET' && rest.method !== 'DELETE')
/** IDs of nothing. A parameter that is one of the documented words has the first of them. */
function pathOf({ rest, input }: AnyOperation): string {
  const { shape = {} } = input as unknown as { shape?: Record<string, z.ZodType> }
  const wordOf = (name: string) => {
    // Versions are numbered.
    if (name === 'version') return '1'
    const type = shape[name]
    return type instanceof z.ZodEnum ? String(type.options[0]) : randomUUID()
  }
  return `/v2${rest.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => wordOf(name))}`
}

/** Sends headers and a first byte of a body that never ends, or waits to be asked for it. */
async function begin(
  operation: AnyOperation,
  caller: Caller | undefined,
  { type = listBodyTypes(operation).at(-1), length = 1_000, expect = false } = {},
): Promise<RawAnswer> {
  const head = [
    `${operation.rest.method} ${pathOf(operation)} HTTP/1.1`,
    'Host: parley.test',
    `Content-Type: ${type}${type === 'multipart/form-data' ? '; boundary=x' : ''}`,
    `Content-Length: ${length}`,
    ...(caller === undefined ? [] : [`Authorization: ${caller.key}`]),
    ...(expect ? ['Expect: 100-continue'] : []),
  ]
  const request = await sendRaw(world.app.publicUrl(), head, expect ? '' : '{')
  try {
    return await request.answer()
  } finally {
    request.socket.destroy()
  }
}

/** Some at a time, as connections are limited. */
async function each(some: readonly AnyOperation[], work: (operation: AnyOperation) => Promise<void>): Promise<void> {
  const left = [...some]
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let one = left.pop(); one !== undefined; one = left.pop()) await work(one)
    }),
  )
}

const named = (operation: AnyOperation, { status }: RawAnswer) => `${operation.id} ${status}`
/** Who passes the authorization of an operation. */
const callerFor = ({ requires }: AnyOperation) => (requires.level === 'organization' ? world.org : world.alice)

describe('before the body', () => {
  it.each([
    ['a body that never ends', false],
    ['a client that waits to be asked', true],
  ])('every operation refuses who is unknown, with %s', async (_, expects) => {
    await each(withBody, async (one) => {
      const answer = await begin(one, undefined, { expect: expects })
      expect(named(one, answer)).toBe(`${one.id} 401`)
      expect(JSON.parse(answer.body)).toEqual(unauthorized(one.rest.dress))
    })
  })

  it('the tool server refuses who is unknown', async () => {
    const head = ['POST /mcp HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', 'Content-Length: 1000']
    expect((await (await sendRaw(world.app.publicUrl(), head, '{')).answer()).status).toBe(401)
  })

  it('every operation for admins refuses others', async () => {
    const forAdmins = withBody.filter(({ requires }) => requires.role === 'ADMIN' && requires.level === undefined)
    expect(forAdmins.length).toBeGreaterThan(40)
    await each(forAdmins, async (one) => expect(named(one, await begin(one, world.bob))).toBe(`${one.id} 403`))
  })

  it('every operation refuses a type that it does not take, once it is sure that its target is there', async () => {
    await each(withBody, async (one) => {
      const answer = await begin(one, callerFor(one), { type: 'text/plain' })
      expect(named(one, answer)).toBe(`${one.id} ${one.precheck === undefined ? 415 : 404}`)
    })
  })

  it('every operation refuses a body that is longer than any it takes, once it is sure that its target is there', async () => {
    await each(withBody, async (one) => {
      const type = listBodyTypes(one)[0] ?? ''
      const answer = await begin(one, callerFor(one), { type, length: GIGABYTE, expect: true })
      expect(named(one, answer)).toBe(`${one.id} ${one.precheck === undefined ? 413 : 404}`)
    })
  })

  it('a path that names no possible thing is refused', async () => {
    const head = [
      'PUT /v2/conversations/nothing/title HTTP/1.1',
      ...['Host: parley.test', 'Content-Type: application/json', 'Content-Length: 1000'],
      `Authorization: ${world.alice.key}`,
    ]
    const answer = await (await sendRaw(world.app.publicUrl(), head, '{')).answer()
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([404, 'conversation_not_found'])
  })
})

describe('every operation', () => {
  it.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s looks for its target before a file or a large body is read',
    (_, operation) => {
      const { upload, bodyLimit = DEFAULT_BODY_LIMIT, path } = operation.rest
      const isLarge = upload !== undefined || bodyLimit > DEFAULT_BODY_LIMIT
      expect(operation.precheck !== undefined).toBe(isLarge && namesInPath(path).length > 0)
    },
  )
})

describe('a file for a conversation that is not there', () => {
  const spooled = async () => (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('/file'))

  it('is refused while it is being sent, and its sender hears of it', async () => {
    const [boundary, size] = ['x', 200 * 1024 * 1024]
    const head = [
      `PUT /v2/conversations/${randomUUID()}/media HTTP/1.1`,
      ...['Host: parley.test', `Content-Type: multipart/form-data; boundary=${boundary}`, `Content-Length: ${size}`],
      `Authorization: ${world.alice.key}`,
    ]
    const opening = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n`
    const request = await sendRaw(world.app.publicUrl(), head, opening)
    const chunk = Buffer.alloc(64 * 1024)
    let sent = 0
    // A sender that looks at the answer only when it cannot send any more.
    while (!request.socket.destroyed && sent < size) {
      sent += chunk.length
      await new Promise<void>((resolve) => {
        if (request.socket.write(chunk)) return resolve()
        request.socket.once('drain', resolve).once('close', () => resolve())
      })
    }
    const answer = await request.answer()
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([404, 'conversation_not_found'])
    expect(answer.headers.get('connection')).toBe('close')
    expect(sent).toBeLessThan(40 * 1024 * 1024)
    expect(await spooled()).toEqual([])
  })

  it.skipIf(curl === undefined)('is refused to curl, which stops sending', async () => {
    const file = join(folder, 'recording.mp4')
    await writeFile(file, '')
    await truncate(file, 200 * 1024 * 1024)
    for (const flags of [[], ['-H', 'Expect:']]) {
      const { stdout } = await promisify(execFile)(curl ?? '', [
        ...['-sS', '-X', 'PUT', '-F', `file=@${file}`, '-H', `Authorization: ${world.alice.key}`, ...flags],
        ...['-w', '\n%{http_code} %{size_upload}', `${world.app.publicUrl()}/v2/conversations/${randomUUID()}/media`],
      ])
      const [body = '', figures = ''] = stdout.split('\n')
      const [status, sent] = figures.split(' ').map(Number)
      expect([status, JSON.parse(body).code]).toEqual([404, 'conversation_not_found'])
      expect(sent).toBeLessThan(40 * 1024 * 1024)
    }
    expect(await spooled()).toEqual([])
  })
})
