/** `serve --demo` as a person uses it: a real process on a data folder of its own. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { madeDataFolder } from '../src/testing/data-folder.ts'
import { startParley } from '../src/testing/run-parley.ts'

const home = await mkdtemp(join(tmpdir(), 'parley-cli-demo-'))
afterAll(() => rm(home, { recursive: true, force: true }))

/** Six starts, one of which fills the demo; on a busy machine each takes its time. */
const PATIENCE_MS = 300_000

function start(folder: string, ...args: string[]) {
  const words = ['serve', '--port', '0', '--json', '--no-worker', '--data', folder, ...args]
  return startParley(words, { cwd: home })
}

async function ending(child: ReturnType<typeof start>) {
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, err, code }
}

const run = (folder: string, ...args: string[]) => ending(start(folder, ...args))

async function serving(folder: string, ...args: string[]) {
  const child = start(folder, ...args)
  child.stderr.resume()
  const [line] = await once(createInterface(child.stdout), 'line')
  return {
    said: JSON.parse(line),
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

it(
  'fills a new folder once, and prints a sign-in link at each start',
  async () => {
    const first = await serving(join(home, 'demo'), '--demo')
    const { api_key: key, organization_id: org } = first.said
    expect(first.said.sign_in_link).toContain('/sign-in/')
    // biome-ignore lint/suspicious/noExplicitAny: asserted on, field by field
    const read = async (base: string, path: string): Promise<any> =>
      (await fetch(base + path, { headers: { authorization: key } })).json()
    const counted = async (base: string) => {
      const lists = ['/conversations/list', '/audit-log', '/snippets', '/labels', '/knowledge-base/sources']
      return Promise.all(lists.map(async (path) => (await read(base, path)).meta.totalRecords))
    }
    // Each sign-in link has an audit entry.
    const withoutAudit = (counts: readonly number[]) => counts.toSpliced(1, 1)
    const before = await counted(first.said.base_url)
    expect(before[0]).toBe(30)
    expect(Math.min(...before)).toBeGreaterThan(0)
    await first.stop()

    const second = await serving(join(home, 'demo'), '--demo')
    expect(second.said).toEqual({
      ...{ url: expect.any(String), base_url: expect.any(String), mcp_url: expect.any(String) },
      organization_id: org,
      sign_in_link: expect.stringContaining(`${second.said.url}/sign-in/`),
    })
    expect(new URL(second.said.sign_in_link).pathname).not.toBe(new URL(first.said.sign_in_link).pathname)
    expect((await fetch(second.said.sign_in_link)).status).toBe(200)
    expect(withoutAudit(await counted(second.said.base_url))).toEqual(withoutAudit(before))

    // A second start prints a link to the running service, and ends.
    const again = await run(join(home, 'demo'), '--demo')
    expect([again.code, JSON.parse(again.out)]).toEqual([
      0,
      { ...second.said, sign_in_link: expect.any(String), already_running: true },
    ])
    const { sign_in_link: link } = JSON.parse(again.out)
    expect([link, (await fetch(link)).status]).toEqual([expect.stringContaining(`${second.said.url}/sign-in/`), 200])
    expect(link).not.toBe(second.said.sign_in_link)

    // Not for other addresses than loopback, and not without the demo.
    const elsewhere = await run(join(home, 'demo'), '--demo', '--host', '0.0.0.0')
    expect([elsewhere.code, elsewhere.out, elsewhere.err]).toEqual([1, '', expect.stringContaining('already running')])
    const plain = await run(join(home, 'demo'))
    expect([plain.code, plain.out, plain.err]).toEqual([1, '', expect.stringContaining('already running')])
    await second.stop()
  },
  PATIENCE_MS,
)

it(
  'is refused beside an organization that is there',
  async () => {
    const own = await madeDataFolder('own')
    onTestFinished(() => rm(own, { recursive: true, force: true }))
    await (await serving(own)).stop()
    const child = start(own, '--demo')
    const { out, err, code } = await ending(child)
    expect({ out, code }).toEqual({ out: '', code: 1 })
    expect(err).toContain('already contains an organization')
  },
  PATIENCE_MS,
)
