import { beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../core/config.ts'
import { describeInstallation } from '../../../core/installation-parts.ts'
import { settings } from '../../../core/settings.ts'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { needsAnAdmin } from '../../../testing/people.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined) => call(world.app, caller, 'GET', '/setup')

/** Everything that can be secret, set to a word that is looked for. */
const SECRETS = {
  SECRET: 'whisper-secret-of-thirty-two-characters',
  DATABASE_URL: 'postgres://user:whisper@db.example/whisper',
  SMTP_URL: 'smtp://user:whisper@mail.example',
  MAIL_FROM: 'Parley <parley@acme.example>',
  FILES_URL: 's3://whisper:whisper@bucket',
  MODEL_PROVIDER: 'openai',
  MODEL_URL: 'http://whisper.example/v1',
  MODEL_API_KEY: 'whisper',
  MODEL_NAME: 'a-model',
  EMBEDDING_PROVIDER: 'openai',
  EMBEDDING_URL: 'http://whisper.example/v1',
  EMBEDDING_API_KEY: 'whisper',
  EMBEDDING_MODEL: 'another-model',
  TRANSCRIBER_URL: 'http://whisper.example/v1',
  TRANSCRIBER_API_KEY: 'whisper',
  TRANSCRIBER_MODEL: 'a-third-model',
  LIMITS_STORE: 'redis://user:whisper@redis.example',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://whisper.example',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=whisper',
  ALLOWED_PRIVATE_TARGETS: '10.0.0.0/8',
  TRUSTED_PROXIES: '10.1.0.1',
  PUBLIC_URL: 'https://parley.example',
}

describe('does', () => {
  it('tell each part with what it is set by, in words', async () => {
    const { status, body } = await get(world.org)
    expect(status).toBe(200)
    const known = Object.keys(settings)
    for (const part of body.data.parts) {
      expect([part.id, part.is, part.means]).toEqual([
        part.id,
        expect.stringMatching(/\.$/),
        expect.stringMatching(/\.$/),
      ])
      for (const name of part.settings) expect(known).toContain(name)
    }
    expect(body.data.parts).toContainEqual(expect.objectContaining({ id: 'language_model', state: 'off', is: 'None.' }))
    expect(body.data.parts[0]).toMatchObject({
      id: 'public_address',
      is: expect.stringContaining('http://parley.test'),
    })
    expect(body.data.versions).toEqual({
      parley: expect.stringMatching(/^\d/),
      node: process.version,
      database: expect.stringMatching(/^PostgreSQL \d/),
      schema: expect.stringMatching(/^\d{4}-/),
    })
  })

  it('tell every state of every part, and nothing that is secret', () => {
    const facts = { publicUrl: 'https://parley.example', signInProviders: 2 }
    const nothing = describeInstallation(readConfig({ EMBEDDING_PROVIDER: 'none' }), { ...facts, signInProviders: 0 })
    const all = describeInstallation(readConfig(SECRETS), facts)
    expect(nothing.map(({ state }) => state)).not.toContain('set')
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['set']))
    expect(all.map(({ id }) => id)).toEqual(nothing.map(({ id }) => id))
    expect(JSON.stringify(all)).not.toMatch(/whisper/i)
    const folder = {
      EMBEDDING_PROVIDER: 'folder',
      EMBEDDING_MODEL: '/models/whisper',
      TRANSCRIBER_FOLDER: '/models/whisper',
    }
    const local = describeInstallation(readConfig({ ...folder, PUBLIC_URL: 'http://parley.example' }), {
      ...facts,
      signInProviders: 1,
    })
    expect(JSON.stringify(local)).not.toMatch(/whisper/)
    expect(local.find(({ id }) => id === 'public_address')?.means).toContain('not HTTPS')
    expect(local.find(({ id }) => id === 'sign_in')?.is).toContain('1 identity provider')
  })

  it('count the work of the organization, before and after it is done', async () => {
    const own = await createWorld(world.app)
    const work = async () => (await call(own.app, own.org, 'GET', '/setup')).body.data.work
    expect(await work()).toEqual({
      queue: { waiting: 0, later: 0, running: 0, failed: 0, waitingSince: null, failedJobs: [] },
      conversations: { pending: 0, analyzed: 0, failed: 0 },
      search: { texts: 0, missing: 0, withoutVectors: 0 },
      recordings: { waiting: 0, failed: 0 },
    })
    await importFor(own, { transcript: 'Bob: What is the price?\nAnn: It is nine hundred.' })
    const before = await work()
    expect(before.conversations).toEqual({ pending: 1, analyzed: 0, failed: 0 })
    expect(before.queue.waiting).toBeGreaterThan(0)
    expect(Date.parse(before.queue.waitingSince)).toBeGreaterThan(Date.now() - 60_000)
    expect(before.search).toMatchObject({ texts: 1, missing: 0, withoutVectors: 1 })
    await own.app.drain(own.acme)
    const after = await work()
    expect(after.conversations).toEqual({ pending: 0, analyzed: 1, failed: 0 })
    expect(after.queue).toMatchObject({ waiting: 0, failed: 0 })
    expect(after.search).toEqual({ texts: 1, missing: 0, withoutVectors: 0 })
    // Of all organizations, as the operator of the machine is told.
    expect((await own.app.installation.work(undefined)).conversations.analyzed).toBeGreaterThan(0)
  })
})

describe('refuses', () => {
  it('what is no field of it', async () => {
    const answer = await call(world.app, world.org, 'GET', '/setup', { query: { secrets: 'true' } })
    expect([answer.status, answer.text]).toEqual([200, expect.not.stringContaining('"secrets"')])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    expect((await get(undefined)).status).toBe(401)
  })

  needsAnAdmin(() => world, get)

  it('is every admin, for the work of their own organization', async () => {
    await importFor(world, {})
    expect((await get(world.alice)).body.data.work.conversations.pending).toBe(1)
    expect((await get(world.mallory)).body.data.work.conversations.pending).toBe(0)
  })
})
