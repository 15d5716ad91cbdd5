/** The command line as a person uses it: real processes on a data folder of their own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFailed, onTestFinished } from 'vitest'
import { madeDataFolder } from '../src/testing/data-folder.ts'
import { wave } from '../src/testing/sound.ts'
import { testDatabase } from '../src/testing/test-database.ts'
import { listCalls, openCommandLine, type Service } from './command-line-service.ts'

const launcher = fileURLToPath(new URL('../bin/parley.mjs', import.meta.url))
// Its database is made and migrated. `command-line-demo.test.ts` starts on a folder that doesn't exist.
const { home, data, parley, parleyIn, serve, remove } = await openCommandLine('cli')
const recordings = join(home, 'recordings')

/** What has a process tell the parts of the program that it reads, in a file. */
const telling = (file: string) => ({
  LOADED_PARTS: join(home, file),
  NODE_OPTIONS: `--import=${new URL('loaded-parts.ts', import.meta.url)}`,
})
const told = async (file: string) => (await readFile(join(home, file), 'utf8')).trim().split('\n').sort()

let service: Service
let org: string
/** What the service had read when it was there. */
let readToServe: string[]
beforeAll(async () => {
  await chmod(data, 0o755)
  service = await serve(data, telling('serve'))
  readToServe = await told('serve')
  org = service.said.organization_id
  await mkdir(recordings)
  await writeFile(join(recordings, 'call.vtt'), 'WEBVTT\n\n00:01.000 --> 00:02.500\n<v Ann>Shall we begin?</v>\n')
  await writeFile(join(recordings, 'notes.txt'), 'Ann: Good morning.\nBen: Morning!\n')
  await writeFile(join(recordings, 'broken.vtt'), 'WEBVTT\n\n00:05.000 --> 00:02.000\nBackwards\n')
})
afterAll(async () => {
  await service.stop()
  await remove()
})

const list = (base = service.said.base_url, key = service.said.api_key) => listCalls(base, key)

describe('the first start', () => {
  it('makes an organization, an admin and a key, and says so once', async () => {
    expect(service.said).toEqual({
      url: expect.stringMatching(/^http:\/\/localhost:\d+$/),
      base_url: `${service.said.url}/v2`,
      mcp_url: `${service.said.url}/mcp`,
      organization_id: expect.any(String),
      admin_user_id: expect.any(String),
      sign_in_link: expect.stringMatching(new RegExp(`^${service.said.url}/sign-in/[\\w-]{64}$`)),
      api_key: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    })
    expect((await list()).meta.totalRecords).toBe(0)
    const broken = join(home, 'broken-sound')
    await mkdir(broken)
    await writeFile(join(broken, 'call.mp3'), 'no sound')
    await writeFile(join(broken, 'pair.wav'), wave({ seconds: 0.2 }))
    const checked = await parley('import', broken, '--dry-run')
    expect(checked.out).toMatch(/rejected .*call\.mp3 {2}The file is damaged/)
    expect(checked.out).toContain('1 can be imported, 1 rejected')
  })

  it('is the address in links and in the report of commands, whatever port they are set to', async () => {
    const link = await parley('user', 'link', 'admin@parley.invalid')
    expect(link.out).toMatch(new RegExp(`^${service.said.url}/sign-in/`))
    expect((await parley('doctor')).out).toContain(service.said.url)
  })

  it('keeps the folder and the secret to their owner', async () => {
    expect((await stat(data)).mode & 0o777).toBe(0o700)
    expect((await stat(join(data, 'secret'))).mode & 0o777).toBe(0o600)
  })

  it('is refused while another service runs on the same folder', async () => {
    const second = await parley('serve', '--port', '0')
    expect(second.code).toBe(1)
    expect(second.err).toContain('already')
  })
})

/** What a start reads it pays for: these lists are to become shorter. What only some settings or requests need comes then. */
describe('a start reads no more than it needs', () => {
  const PROGRAM = ['commander']
  const BASE = ['jose', 'kysely', 'lru-cache', 'pg', 'pino', 'uuid', 'zod']
  const JOBS = ['pg-boss', 're2js', 'stemmer']
  const DOORS = ['@fastify/compress', '@fastify/multipart', '@fontsource-variable/inter', 'fastify', 'prom-client']
  const KEYS = ['features/accounts/api-keys', 'features/platform/audit', 'features/accounts/identity']

  it('for help, and for what it is told wrongly', async () => {
    expect((await parleyIn(telling('help'), '--help', '--data', data)).code).toBe(0)
    expect((await parleyIn(telling('nonsense'), 'nonsense')).code).toBe(2)
    for (const file of ['help', 'nonsense']) expect(await told(file)).toEqual(PROGRAM)
  })

  it('for a command that looks at a few rows', async () => {
    expect((await parleyIn(telling('keys'), 'key', 'list')).code).toBe(0)
    expect(await told('keys')).toEqual([...PROGRAM, ...BASE, ...KEYS].sort())
  })

  it('for the service', () => {
    const packages = readToServe.filter((part) => !part.startsWith('features/'))
    expect(packages).toEqual([...PROGRAM, ...BASE, ...JOBS, ...DOORS].sort())
  })
})

describe('people and keys', () => {
  it('are made while the service runs, and a key ends at once when it is revoked', async () => {
    const team = (await parley('team', 'create', 'Sales', '--organization', org, '--json')).json.team_id
    const user = (
      await parley(
        'user',
        'create',
        'bob@acme.example',
        '--organization',
        org,
        '--role',
        'SALES_REP',
        '--team',
        team,
        '--json',
      )
    ).json.user_id
    const made = await parley(
      'key',
      'create',
      '--organization',
      org,
      '--user',
      user,
      '--name',
      'scripts',
      '--expires',
      '30d',
      '--json',
    )
    expect(made.code).toBe(0)
    const { id, token } = made.json
    expect((await list(undefined, token)).data).toEqual([])
    const shown = (await parley('key', 'list', '--json')).json.find((one: { id: string }) => one.id === id)
    expect(shown).toMatchObject({
      level: 'user',
      user_id: user,
      name: 'scripts',
      last_four: token.slice(-4),
      revoked_at: null,
    })
    expect(JSON.stringify(shown)).not.toContain(token)
    expect((await parley('key', 'revoke', id)).code).toBe(0)
    expect(await list(undefined, token)).toEqual({ code: 401, message: expect.any(String) })
    expect((await parley('key', 'revoke', id)).code).toBe(1)
  })

  it('refuse what is wrong with 2, and what cannot be with 1', async () => {
    expect((await parley('user', 'create', 'no-address', '--organization', org, '--role', 'ADMIN')).code).toBe(2)
    expect((await parley('user', 'create', 'x@acme.example', '--organization', org, '--role', 'KING')).code).toBe(2)
    expect(
      (await parley('team', 'create', 'Sales', '--organization', '00000000-0000-7000-8000-000000000000')).code,
    ).toBe(1)
    expect((await parley('key', 'create')).code).toBe(2)
  })

  it('in another organization are apart', async () => {
    const made = await parley(
      'organization',
      'create',
      'Rival',
      '--domain',
      'rival.example',
      '--admin',
      'mallory@rival.example',
      '--json',
    )
    expect(made.json).toEqual({
      organization_id: expect.any(String),
      admin_user_id: expect.any(String),
      sign_in_link: expect.stringMatching(/\/sign-in\/[\w-]{64}$/),
    })
    const { out } = await parley('key', 'create', '--organization', made.json.organization_id, '--name', 'all')
    expect((await list(undefined, out.trim())).meta.totalRecords).toBe(0)
    // From the second organization on, commands have to name one.
    const unclear = await parley('user', 'link', 'mallory@rival.example')
    expect(unclear.code).toBe(2)
    for (const id of [org, made.json.organization_id]) expect(unclear.err).toContain(id)
  })
})

describe('conversations', () => {
  it('are read with --dry-run, before there is an organization, and not stored', async () => {
    const data = join(home, 'without-organization')
    const tried = await parley('import', recordings, '--data', data, '--dry-run', '--json')
    expect(existsSync(data)).toBe(false)
    expect(tried.json).toMatchObject({ imported: 2, refused: 1 })
    expect((await list()).meta.totalRecords).toBe(0)
  })

  it('are imported from files, the refused ones named with their line, a second run adds nothing', async () => {
    const files = ['call.vtt', 'notes.txt', 'broken.vtt'].map((name) => join(recordings, name))
    const first = await parley('import', ...files, '--organization', org)
    expect(first.code).toBe(1)
    expect(first.out).toMatch(/broken\.vtt.*line 3/)
    expect(first.out).toContain('2 imported, 1 rejected')
    const again = await parley('import', ...files.slice(0, 2), '--organization', org)
    expect(again.code).toBe(0)
    expect(again.out).toContain('0 imported, 2 imported before, 0 rejected')
    const { data: stored, meta } = await list()
    expect(meta.totalRecords).toBe(2)
    expect(stored.map((one: { attributes: { title: string } }) => one.attributes.title).sort()).toEqual([
      'call',
      'notes',
    ])
  })

  it('are exported, every one a file, and those without times say why not', async () => {
    const out = join(home, 'out')
    expect((await parley('export', '--organization', org, '--out', out, '--json')).json).toEqual({
      exported: 2,
      refused: 0,
    })
    expect(await readdir(out)).toHaveLength(2)
    const subtitles = await parley(
      'export',
      '--organization',
      org,
      '--out',
      join(home, 'vtt'),
      '--format',
      'vtt',
      '--json',
    )
    expect(subtitles.json).toEqual({ exported: 1, refused: 1 })
    expect(subtitles.err).toContain('times')
    const [file] = await readdir(join(home, 'vtt'))
    const shared = join(home, 'vtt', file ?? '')
    expect((await stat(shared)).mode & 0o777).toBe(0o600)
    expect((await stat(join(home, 'vtt'))).mode & 0o777).toBe(0o700)
    // Also where a file of that name was there, for everybody to read.
    await chmod(shared, 0o644)
    await parley('export', '--organization', org, '--out', join(home, 'vtt'), '--format', 'vtt')
    expect((await stat(shared)).mode & 0o777).toBe(0o600)
    expect((await readdir(join(home, 'vtt'))).filter((name) => name.endsWith('.part'))).toEqual([])
    expect(await readFile(join(home, 'vtt', file ?? ''), 'utf8')).toContain('<v Ann>Shall we begin?')
    await rm(out, { recursive: true })
    await rm(join(home, 'vtt'), { recursive: true })
  })
})
describe('a signal', () => {
  // The first one that asks for a made database waits until it is migrated, which is no part of what is tested.
  beforeAll(() => testDatabase())

  /** As `npm start` does it, in a process group of its own as a terminal makes one. */
  async function launch() {
    const data = await madeDataFolder('signals')
    const child = spawn(process.execPath, [launcher, 'serve', '--port', '0', '--json', '--data', data], {
      env: { PATH: process.env.PATH, LOG_LEVEL: 'debug' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let log = ''
    child.stderr.on('data', (chunk) => {
      log += chunk
    })
    const exit: Promise<unknown[]> = once(child, 'exit')
    const [line] = await once(createInterface(child.stdout), 'line')
    const signalGroup = (signal: NodeJS.Signals) => process.kill(-(child.pid ?? Number.NaN), signal)
    onTestFailed(() => void (child.exitCode ?? child.signalCode ?? signalGroup('SIGKILL')))
    onTestFinished(() => rm(data, { recursive: true, force: true }))
    return {
      said: JSON.parse(line) as { base_url: string; api_key: string },
      async logs(words: string) {
        while (!log.includes(words)) await once(child.stderr, 'data')
      },
      signal: (signal: NodeJS.Signals) => child.kill(signal),
      signalGroup,
      exit,
    }
  }

  it('that is the second ends the service at once, also while it reads texts for their meaning', async () => {
    const service = await launch()
    const importing = (body: string | ReadableStream) =>
      fetch(`${service.said.base_url}/conversations/import`, {
        method: 'POST',
        headers: { authorization: service.said.api_key, 'content-type': 'application/x-ndjson' },
        body,
        duplex: 'half',
      } as RequestInit)
    // More of it than is read in seconds.
    const talks = Array.from({ length: 30 }, (_, talk) => {
      const text = (n: number) => `${talk} ${n} ${Array.from({ length: 60 }, (_, word) => `word${word}`).join(' ')}`
      const segments = Array.from({ length: 60 }, (_, n) => ({ speaker: 'Ann', text: text(n) }))
      return JSON.stringify({ transcript: { segments } })
    })
    expect((await importing(talks.join('\n'))).status).toBe(202)
    await service.logs('the model is being loaded')
    // An import that does not come to its end keeps a stop in order from being quick.
    const held = importing(new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('{}\n')) }))
    const broken = expect(held).rejects.toThrow('fetch failed')
    await service.logs('validation_failed')
    service.signal('SIGTERM')
    await service.logs('stopping')
    await pause(1_500)
    service.signal('SIGTERM')
    // A stop in order waits for the import for 10 seconds, and exits with 0.
    expect(await service.exit).toEqual([null, 'SIGTERM'])
    await broken
  })

  it('from a terminal, which tells the launcher and the service at once, is one: it stops in order', async () => {
    const service = await launch()
    service.signalGroup('SIGINT')
    expect(await service.exit).toEqual([0, null])
  })
})

describe('a wrong option or path', () => {
  it.each([
    [['serve', '--port', 'abc'], "--port 'abc': must be a whole number from 0 to 65535."],
    [['worker', '--lanes', 'outer=1'], "--lanes 'outer=1': must be lanes such as"],
    [['reanalyze', '--from', 'yesterday'], 'parley: --from must be an ISO 8601 date-time'],
    [['reanalyze', '--team', 'sales', '--team', 'support'], 'parley: --team must be a UUID.\n'],
    [['doctor', '--processes', 'many'], 'Use a whole number from 1 to 10000.'],
    [['key', 'revoke', 'first'], "Value 'first' is invalid for argument 'id'."],
    [['kye', 'list'], "Unknown command 'kye'. Did you mean key?\nRun `parley --help` for its usage."],
    [['team', 'create'], "Missing required argument 'name'.\nRun `parley team create --help` for its usage."],
    [['import', '/dev/null', '--dry-run'], '/dev/null is neither a file nor a folder.'],
  ])('of %j is named with what is allowed', async (words, message) => {
    expect(await parley(...words)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) })
  })

  it('is visible in the result if nothing matches', async () => {
    const empty = join(home, 'no-recordings')
    await mkdir(empty)
    const imported = await parley('import', empty, '--dry-run')
    expect([imported.code, imported.out]).toEqual([0, expect.stringContaining('No transcript or recording was found.')])
    const analyzed = await parley('reanalyze', '--organization', org, '--owner', 'nobody@acme.example')
    expect([analyzed.code, analyzed.out]).toEqual([0, expect.stringContaining('No conversation matches.')])
  })
})
