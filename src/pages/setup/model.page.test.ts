import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../core/clock.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { createOrganization, createUser } from '../../features/accounts/identity/index.ts'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts'
import { capable, ignoresSchema, SAMPLE_ANSWER, vllmResponses } from '../../testing/local-model-servers.ts'
import { createModelServer, fails, type ModelServer } from '../../testing/model-server.ts'
import { scratchInstallation } from '../../testing/scratch-database.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { MODEL_SETUP_PATH } from './model-setup-path.ts'

const KEY = 'sk-a-key-that-nobody-may-see'
const installation = await scratchInstallation()
const log: unknown[] = []
const note = (...line: unknown[]) => void log.push(line)
let app: TestApp
let org: OrganizationId
let admin: Browser
let member: Browser
let server: ModelServer

const founded = async (name: string) => {
  const id = newId() as OrganizationId
  const made = await createOrganization(app.store.of(id), id, app.clock, {
    ...{ name, domains: [`${name}.example`], adminEmail: `admin@${name}.example` },
  })
  return { id, admin: await signedIn(app, id, made.adminUserId) }
}

beforeAll(async () => {
  app = await createTestApp({
    ...{ settings: { ...installation.environment, PUBLIC_URL: 'http://parley.test' }, allowed: '127.0.0.0/8' },
    log: { info: note, warn: note, error: note, debug: note } as never,
  })
  const acme = await founded('acme')
  org = acme.id
  admin = acme.admin
  const email = 'bob@acme.example'
  const { userId } = await createUser(app.store.of(org), org, app.clock, { email, role: 'SALES_REP', teamIds: [] })
  member = await signedIn(app, org, userId)
  server = await createModelServer(capable, { published: vllmResponses() })
})
afterAll(async () => {
  await app.server.close()
  await app.close()
  await installation.drop()
})

const at = (action: string) => `${MODEL_SETUP_PATH}/${action}`
const listed = async (fields: Record<string, string> = {}) =>
  admin.submit(at('list'), await admin.get(MODEL_SETUP_PATH), {
    provider: 'openai',
    url: server.url,
    key: KEY,
    ...fields,
  })
const tokenOf = (text: string) => /name="form" value="([^"]+)"/.exec(text)?.[1] ?? ''
/** Value of the first model in a list of models. */
const firstOf = (text: string) => /<option value="(\d*\|[^"]+)"/.exec(text.slice(text.indexOf('try"')))?.[1] ?? ''
const trialOf = async () => {
  const list = await listed()
  return admin.submit(at('try'), list, { model: firstOf(list.text) })
}

describe('does', () => {
  it('says what was tried if nothing was found, and names the guide', async () => {
    vi.spyOn(app.modelConnections, 'findLocal').mockResolvedValueOnce([
      { title: 'Ollama', port: 11434, fault: 'unreachable' },
      { title: 'LM Studio', port: 1234, fault: 'not_a_model_server' },
    ])
    const { status, text } = await admin.submit(at('find'), await admin.get(MODEL_SETUP_PATH))
    expect(status).toBe(200)
    expect(text).toContain('No model server found')
    expect(text).toMatch(/Ollama, port 11434: .*No server/)
    expect(text).toMatch(/LM Studio, port 1234: .*doesn&#39;t list models/)
    expect(text).toContain('docs/language-models.md')
  })

  it('lists models, tries one, connects it without a restart, and disconnects it', async () => {
    const list = await listed()
    expect(list.text).toContain('vLLM 0.8.4')
    expect(firstOf(list.text)).toBe('40960|Qwen/Qwen3-14B')

    const trial = await admin.submit(at('try'), list, { model: firstOf(list.text) })
    expect(trial.status).toBe(200)
    expect(trial.text).toContain(SAMPLE_ANSWER)
    expect(trial.text).toContain('on the first try')
    expect(trial.text).toContain('4 of 5 quotes')
    expect(await app.modelConnections.connected()).toBeUndefined()

    const connected = await admin.submit(at('connect'), trial)
    expect(connected).toMatchObject({ status: 303, location: MODEL_SETUP_PATH })
    expect(await app.modelConnections.connected()).toMatchObject({
      ...{ name: 'Qwen/Qwen3-14B', server: 'vllm', hasKey: true, contextTokens: 40_960, origin: 'app', isUsable: true },
    })
    expect(app.contextFor(app.operator(org)).model?.name).toBe('Qwen/Qwen3-14B')
    expect((await admin.get('/setup')).text).toMatch(/Qwen\/Qwen3-14B with the OpenAI API/)

    await app
      .contextFor(app.operator(org))
      .model?.text({ purpose: 'test', system: '', prompt: 'Hello', maxOutputTokens: 10 })
    expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`)

    expect((await admin.submit(at('disconnect'), await admin.get(MODEL_SETUP_PATH))).status).toBe(303)
    expect(app.contextFor(app.operator(org)).model).toBeUndefined()
  })

  it('shows no API key in pages, log, audit log or database', async () => {
    const list = await listed()
    const trial = await admin.submit(at('try'), list, { model: firstOf(list.text) })
    await admin.submit(at('connect'), trial)
    const page = await admin.get(MODEL_SETUP_PATH)
    const rows = await app.store.owner.query('select * from installation.language_model')
    const audit = await app.store.owner.query('select * from audit_log')
    expect(rows).toHaveLength(1)
    for (const shown of [list.text, trial.text, page.text, JSON.stringify([rows, audit]), JSON.stringify(log)]) {
      expect(shown).not.toContain(KEY)
    }
    expect(JSON.stringify(audit)).toContain('connectModel')
  })

  it('shows that schemas fail, and why a model gave no answer', async () => {
    server.script = ignoresSchema
    expect((await trialOf()).text).toMatch(/Failed.*Output didn&#39;t match the JSON schema/)
    server.script = () => fails()
    const { text } = await trialOf()
    expect(text).toContain('The model gave no answer')
    expect(text).not.toContain('model/connect"')
    server.script = capable
  })
})

describe('refuses', () => {
  it.each([
    ['a private address that the operator does not allow', 'http://10.0.0.1/v1', 'may not send requests'],
    ['the metadata service of a cloud', 'http://169.254.169.254/v1', 'may not send requests'],
    ['another protocol', 'file:///etc/passwd', 'must be an http or https URL'],
    ['a password in the URL', 'https://a:b@models.example/v1', 'no user, password'],
  ])('%s', async (_what, url, words) => {
    const { text, status } = await listed({ url })
    expect([status, text]).toEqual([400, expect.stringContaining(words)])
  })

  it('to connect an address that was not listed before, and a key of another form', async () => {
    const form = tokenOf((await admin.get(MODEL_SETUP_PATH)).text)
    const fields = { form, provider: 'openai', server: 'other', model: '|a-model' }
    const refused = await admin.post(at('connect'), { ...fields, url: 'http://10.0.0.1/v1' })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('may not send requests')])
    const forged = await admin.post(at('connect'), { ...fields, url: server.url, sealedKey: 'v1.forged' })
    expect([forged.status, forged.text]).toEqual([400, expect.stringContaining('The form expired')])
  })

  it('HTML instead of a list', async () => {
    const html = await createModelServer(undefined, { published: { '/v1/models': { body: '<html>' } } })
    expect((await listed({ url: html.url })).text).toMatch(/doesn&#39;t list models/)
  })
})

describe('who may', () => {
  it('is admins', async () => {
    expect((await member.get(MODEL_SETUP_PATH)).status).toBe(403)
    const form = tokenOf((await member.get('/account')).text)
    for (const action of ['find', 'list', 'try', 'connect', 'disconnect']) {
      const { status, text } = await member.post(at(action), { form })
      expect([status, text]).toEqual([403, expect.not.stringContaining('form has expired')])
    }
  })

  it('is nobody in the app once organizations share the installation', async () => {
    const { admin: rival } = await founded('rival')
    const page = await rival.get(MODEL_SETUP_PATH)
    expect(page.text).toContain('parley model connect')
    expect(page.text).not.toContain(server.url)
    const { status, text } = await rival.post(at('disconnect'), { form: tokenOf(page.text) })
    expect([status, text]).toEqual([409, expect.stringContaining('share one language model')])
  })
})
