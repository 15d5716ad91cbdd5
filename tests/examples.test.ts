/** The programs in `examples/` against the running service, as a developer runs them. `sync.mjs` has a test of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../src/testing/call.ts'
import { createTestApp } from '../src/testing/create-test-app.ts'
import { askingFor, ITEMS, soldFor } from '../src/testing/field-values-fixtures.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { RECEIVERS, startReceiver } from '../src/testing/receiver.ts'
import { wave } from '../src/testing/sound.ts'
import { createWorld, type World } from '../src/testing/world.ts'

let world: World
let folder: string
beforeAll(async () => {
  world = await createWorld(await createTestApp({ listen: true, allowed: RECEIVERS }))
  folder = await mkdtemp(join(tmpdir(), 'parley-examples-'))
})
afterAll(() => rm(folder, { recursive: true }))

const start = (program: string, args: readonly string[], environment: Record<string, string> = {}) =>
  spawn(process.execPath, [`examples/${program}`, ...args], {
    env: { ...process.env, PARLEY_URL: world.app.publicUrl(), PARLEY_KEY: world.org.key, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

async function run(program: string, args: readonly string[], environment: Record<string, string> = {}) {
  const child = start(program, args, environment)
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { output, errors, code: code as number | null }
}

describe('import-folder.mjs', () => {
  it('imports transcripts and recordings with their metadata, once, and names what was rejected', async () => {
    const home = join(folder, 'calls')
    await mkdir(join(home, 'october'), { recursive: true })
    const metadata = { title: 'Acme renewal', startedAt: '2026-10-02T14:30:00Z', labels: { Stage: 'Closing' } }
    await writeFile(join(home, 'october', 'acme.txt'), 'Ana: Hello Li.\nLi: Hi Ana.\n')
    await writeFile(
      join(home, 'october', 'acme.txt.json'),
      JSON.stringify({ ...metadata, userEmail: 'bob@acme.example' }),
    )
    await writeFile(join(home, 'notes.json'), JSON.stringify({ segments: [{ speaker: 'Ana', text: 'Bye.' }] }))
    await writeFile(join(home, 'call.wav'), wave({ seconds: 0.1 }))
    await writeFile(join(home, 'strange.txt'), 'Ana: Hello.')
    await writeFile(join(home, 'strange.txt.json'), JSON.stringify({ userEmail: 'nobody@acme.example' }))
    await writeFile(join(home, '.hidden'), 'no')

    const first = await run('import-folder.mjs', [home])
    expect(first.output).toMatch(/4 files, 1 rejected\n$/)
    expect(first.errors).toMatch(/^rejected {2}strange\.txt {2}4\d\d /)
    expect(first.code).toBe(1)
    const acme = /imported {2}october\/acme\.txt {2}([\w-]+)/.exec(first.output)?.[1]
    const { body } = await call(world.app, world.org, 'GET', `/conversations/${acme}`)
    expect(body.attributes).toMatchObject({
      title: 'Acme renewal',
      labels: { Stage: 'Closing' },
      user: { email: 'bob@acme.example' },
      liveStreamStartedAt: expect.stringContaining('2026-10-02T14:30:00'),
    })

    await rm(join(home, 'strange.txt'))
    await rm(join(home, 'strange.txt.json'))
    const second = await run('import-folder.mjs', [home])
    expect([second.code, second.errors, second.output.includes(acme ?? '?')]).toEqual([0, '', true])
  })
})

describe('export-all.mjs', () => {
  it('writes each conversation to a file, and continues after the last stored page', async () => {
    const id = await importFor(world, { conversationTitle: 'Exported' })
    const home = join(folder, 'exported')
    const { output, errors, code } = await run('export-all.mjs', [home, 'md'])
    expect([code, errors]).toEqual([0, ''])
    expect(output).toMatch(/^\d+ conversations exported/)
    expect(await readFile(join(home, `${id}.md`), 'utf8')).toContain('# Exported')
    await rm(join(home, `${id}.md`))
    expect((await run('export-all.mjs', [home, 'md'])).output).toBe(output)
    expect(await readdir(home)).not.toContain(`${id}.md`)
  })
})

describe('weekly-report.mjs', () => {
  it('prints the week of a Monday as Markdown', async () => {
    const at = (day: string) =>
      importFor(world, { conversationStartedAt: `${day}T10:00:00Z`, userEmail: 'bob@acme.example' })
    await at('2024-03-04')
    await at('2024-03-10')
    await at('2024-02-28')
    await at('2024-03-11')
    await world.app.drain(world.acme)
    const { output, errors, code } = await run('weekly-report.mjs', ['2024-03-04'])
    expect([code, errors]).toEqual([0, ''])
    expect(output).toContain('# Calls of the week of 2024-03-04')
    expect(output).toContain('| Calls | 2 | 1 |')
    expect(output).toMatch(/\| bob@acme\.example \| 2 \| \d+ \|/)
  })

  it.each(['2024-03-05', 'Monday'])('rejects %s', async (day) => {
    const { errors, code } = await run('weekly-report.mjs', [day])
    expect([code, errors]).toEqual([2, expect.stringContaining('Usage')])
  })
})

describe('call-brief.mjs', () => {
  it('prepares a call by the tool server', async () => {
    // Actions belong to users.
    const asBob = { PARLEY_KEY: world.bob.key }
    const transcript = 'Bob: What do you think of the price?\nZoe: The price of Zanzibar is too high for our budget.'
    const id = await importFor(world, { conversationTitle: 'Zanzibar pricing', transcript })
    await world.app.drain(world.acme)
    const { output, errors, code } = await run('call-brief.mjs', ['Zanzibar', 'What is too high?'], asBob)
    expect([code, errors]).toEqual([0, ''])
    expect(output).toContain(`Zanzibar pricing](${world.app.publicUrl()}/conversations/${id}`)
    expect(output).toContain('too high')
    expect(output).toMatch(/## Open actions\n(None|- )/)
    expect((await run('call-brief.mjs', ['Qqqxyzzy'], asBob)).output).toBe('No calls mention Qqqxyzzy.\n')
  })
})

describe('push-fields.mjs', () => {
  async function startProgram(
    home: string,
    secret: string,
    crm: string,
  ): Promise<{ child: ChildProcess; url: string }> {
    const child = start('push-fields.mjs', [home, '0'], { PARLEY_WEBHOOK_SECRET: secret, CRM_URL: crm })
    child.stderr.resume()
    const [line] = await once(createInterface(child.stdout), 'line')
    return { child, url: `http://127.0.0.1:${/\d+$/.exec(line)?.[0]}` }
  }

  it('sends confirmed fields, also after it was killed, and rejects strangers', async () => {
    await askingFor(world, ITEMS)
    const id = await soldFor(world)
    const crm = await startReceiver(() => ({ status: 503 }))
    const home = join(folder, 'queue')
    // The secret exists only after the program has an address, so the webhook gets its URL later.
    const { body } = await call(world.app, world.org, 'POST', '/webhooks', {
      body: { url: 'http://127.0.0.1:9/', event_types: ['conversation.fields_confirmed'] },
    })
    const { id: webhook, secret } = body.data
    const first = await startProgram(home, secret, crm.url)
    await call(world.app, world.org, 'PATCH', `/webhooks/${webhook}`, { body: { url: first.url } })
    const stranger = await fetch(first.url, { method: 'POST', body: '{}', headers: { 'webhook-id': 'msg_1' } })
    expect(stranger.status).toBe(401)

    const confirmed = await call(world.app, world.bob, 'POST', `/conversations/${id}/crm/confirm`, {
      body: { intelligence: [{ key: 'seats' }, { key: 'budget', value: 50_000 }] },
    })
    expect(confirmed.status).toBe(200)
    await world.app.drain(world.acme)
    await crm.until(1)
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    expect((await readdir(home)).filter((name) => name.endsWith('.event'))).toHaveLength(1)

    crm.answer = () => ({ status: 200 })
    const second = await startProgram(home, secret, crm.url)
    await crm.until(2)
    await expect.poll(() => readdir(home)).toEqual([])
    second.child.kill()
    await once(second.child, 'exit')
    const { path, body: sent } = crm.received.at(-1) ?? { path: '', body: '{}' }
    expect(path).toBe(`/${id}`)
    expect(JSON.parse(sent).fields).toEqual({ seats: 60, budget: 50_000 })
  })
})
