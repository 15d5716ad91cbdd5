/** How people that the command line makes come in: real processes, and a service on the same folder. */
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { hiddenFields } from '../src/testing/browser-fixtures.ts'
import { madeDataFolder } from '../src/testing/data-folder.ts'
import { startParley } from '../src/testing/run-parley.ts'

const home = await madeDataFolder('sign-in')
afterAll(() => rm(home, { recursive: true, force: true }))

const start = (args: string[]) => startParley([...args, '--data', home], { cwd: home })

async function parley(input: string, ...args: string[]) {
  const child = start(args)
  child.stdin.end(input)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, out, err, json: args.includes('--json') && out !== '' ? JSON.parse(out) : undefined }
}

/** A browser that keeps the last cookie of each name. */
function openBrowser(base: string) {
  const cookies = new Map<string, string>()
  const ask = async (path: string, form?: Record<string, string>) => {
    const answer = await fetch(base + path, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
  }
  return { get: (path: string) => ask(path), post: ask }
}

it('a password from the input, and a link for who has none', async () => {
  const service = start(['serve', '--port', '0', '--json'])
  onTestFinished(() => void service.kill('SIGKILL'))
  const [line] = await once(createInterface(service.stdout), 'line')
  const { url, organization_id: org } = JSON.parse(line)
  const create = (input: string, email: string, ...more: string[]) =>
    parley(input, 'user', 'create', email, '--organization', org, '--role', 'SALES_REP', '--json', ...more)
  const made = await create('walnut carpet orbit nine\n', 'bob@acme.example', '--password-stdin')
  expect([made.code, made.json]).toEqual([0, { user_id: expect.any(String) }])
  expect(made.out + made.err).not.toContain('walnut')

  const browser = openBrowser(url)
  const { form = '' } = hiddenFields((await browser.get('/sign-in')).text)
  const fields = { form, email: 'bob@acme.example', password: 'walnut carpet orbit nine' }
  expect(await browser.post('/sign-in/password', fields)).toMatchObject({ status: 303, location: '/' })

  // What is refused makes nobody.
  const weak = await create('password1234\n', 'carol@acme.example', '--password-stdin')
  expect([weak.code, weak.err]).toEqual([2, expect.stringContaining('easy to guess')])

  const linked = await parley('', 'user', 'link', 'BOB@acme.example', '--organization', org, '--json')
  const { sign_in_link } = linked.json
  const path = new URL(sign_in_link).pathname
  const other = openBrowser(url)
  const open = hiddenFields((await other.get(path)).text)
  expect(await other.post(path, open)).toMatchObject({ status: 303, location: '/' })

  const reset = await parley('', 'user', 'reset-second-factor', 'bob@acme.example', '--organization', org, '--json')
  expect([reset.code, reset.json]).toEqual([0, { user_id: made.json.user_id, had_second_factor: false }])

  const domain = (...more: string[]) =>
    parley('', 'organization', 'domain', 'Acme.example', '--organization', org, '--json', ...more)
  expect((await domain()).json).toEqual({ organization_id: org, domains: ['acme.example'] })

  const number = (given: string, ...more: string[]) =>
    parley('', 'organization', 'phone-number', given, '--organization', org, '--json', ...more)
  expect((await number('+49 30 123*')).json).toEqual({ organization_id: org, phone_numbers: ['+4930123*'] })
  expect((await number('+14155550100')).json.phone_numbers).toEqual(['+14155550100', '+4930123*'])
  expect((await number('+4930123*', '--remove')).json.phone_numbers).toEqual(['+14155550100'])
  expect((await number('030 12345')).code).toBe(2)

  service.kill('SIGTERM')
  await once(service, 'exit')
})
