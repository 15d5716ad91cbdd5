/** `parley limits` as an operator uses it, while the service runs. */
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { madeDataFolder } from '../src/testing/data-folder.ts'
import { startParley } from '../src/testing/run-parley.ts'

const home = await madeDataFolder('limits')

function start(...args: string[]) {
  return startParley([...args, '--data', home], { env: { LIMIT_HOUR: '600' } })
}

async function parley(...args: string[]) {
  const child = start(...args)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, out, err }
}

let service: ReturnType<typeof start>
let org: string
beforeAll(async () => {
  service = start('serve', '--port', '0', '--json', '--no-worker')
  const [line] = await once(createInterface({ input: service.stdout }), 'line')
  org = JSON.parse(line).organization_id
})
afterAll(async () => {
  service.kill('SIGTERM')
  await once(service, 'exit')
  await rm(home, { recursive: true, force: true })
})

describe('limits', () => {
  it('show what holds, set what is arranged, and give back what the settings say', async () => {
    const show = await parley('limits', 'show', '--organization', org)
    expect([show.code, show.out]).toEqual([
      0,
      expect.stringMatching(
        /^second +20 {2}\(from settings\)\nhour +600 {2}\(from settings\)\nday +50000 {2}\(from settings\)\n/,
      ),
    ])
    const set = await parley('limits', 'set', '--organization', org, '--second', '5', '--day', '700', '--json')
    const windows = (second: number, hour: number, day: number) => ({ second, hour, day })
    const user = windows(100, 50_000, 500_000)
    const requests = { key: user, user, organization: windows(200, 300_000, 3_000_000) }
    const told = { organization_id: org, second: 5, hour: 600, day: 700, requests, own: ['second', 'day'] }
    expect([set.code, JSON.parse(set.out)]).toEqual([0, told])
    const back = await parley('limits', 'set', '--organization', org, '--second', 'default', '--json')
    expect(JSON.parse(back.out)).toEqual({ ...told, second: 20, own: ['day'] })
    const shown = await parley('limits', 'show', '--organization', org.toUpperCase(), '--json')
    expect(JSON.parse(shown.out)).toEqual({ ...told, second: 20, own: ['day'] })
  })

  it('set those of REST and the app, for users and for the organization', async () => {
    const set = await parley('limits', 'set', '--organization', org, '--user-second', '9', '--organization-day', '8')
    expect(set.out).toMatch(/^user-second +9$/m)
    const back = ['--user-second', 'default', '--organization-day', 'default']
    const after = await parley('limits', 'set', '--organization', org, ...back, '--json')
    expect(JSON.parse(after.out)).toMatchObject({ own: ['day'], requests: { user: { second: 100 } } })
  })

  it('refuse what is no limit, nothing at all, and an organization that is not there', async () => {
    const refused = await Promise.all([
      parley('limits', 'set', '--organization', org, '--second', '0'),
      parley('limits', 'set', '--organization', org, '--hour', '1.5'),
      parley('limits', 'set', '--organization', org),
      parley('limits', 'set', '--second', '5'),
      parley('limits', 'show', '--organization', '0190c5a0-0000-7000-8000-00000000ffff'),
    ])
    expect(refused.map(({ code, out }) => [code, out])).toEqual([
      [2, ''],
      [2, ''],
      [2, ''],
      [2, ''],
      [1, ''],
    ])
    for (const { err } of refused) expect(err).not.toContain('at ')
  })
})
