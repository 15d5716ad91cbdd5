/** A second start while the first process is stopping, with real processes on one data folder. */
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { madeDataFolder } from '../src/testing/data-folder.ts'
import { startParley } from '../src/testing/run-parley.ts'

it('waits for the end of the first process instead of joining its database', async () => {
  const folder = await madeDataFolder('restart')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const start = () => startParley(['serve', '--port', '0', '--json', '--no-worker', '--data', folder])
  const first = start()
  onTestFinished(() => void first.kill('SIGKILL'))
  first.stderr.resume()
  const [line] = await once(createInterface(first.stdout), 'line')
  const { url, api_key: key } = JSON.parse(line)

  // An unfinished request, which the stop waits for.
  const { port, hostname } = new URL(url)
  const upload = connect(Number(port), hostname)
  await once(upload, 'connect')
  upload.on('error', () => undefined)
  const head = [
    'POST /v2/labels HTTP/1.1',
    ...[`Host: ${hostname}:${port}`, `Authorization: ${key}`, 'Content-Type: application/json', 'Content-Length: 1000'],
  ]
  upload.write(`${head.join('\r\n')}\r\n\r\n{"name":`)
  // The response of another request shows that the service has read this one.
  expect((await fetch(`${url}/v2/labels`, { headers: { authorization: key } })).status).toBe(200)
  const ended = once(first, 'exit')
  first.kill('SIGTERM')
  await expect
    .poll(
      () =>
        fetch(url).then(
          () => 'open',
          () => 'closed',
        ),
      { timeout: 10_000 },
    )
    .toBe('closed')

  const second = start()
  onTestFinished(() => void second.kill('SIGKILL'))
  const served = once(createInterface(second.stdout), 'line')
  const log = createInterface(second.stderr)[Symbol.asyncIterator]()
  expect(JSON.parse((await log.next()).value ?? '')).toMatchObject({ msg: expect.stringContaining('is stopping') })
  expect(first.exitCode).toBeNull()
  upload.destroy()
  expect((await ended)[0]).toBe(0)
  const { url: next } = JSON.parse((await served)[0])
  expect((await fetch(`${next}/v2/labels`, { headers: { authorization: key } })).status).toBe(200)
  const over = once(second, 'exit')
  second.kill('SIGTERM')
  expect((await over)[0]).toBe(0)
}, 180_000)
