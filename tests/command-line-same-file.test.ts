/** `parley import` links a call that came from the same file in another way. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fileForm } from '../src/testing/file-form.ts'
import { wave } from '../src/testing/sound.ts'
import { listCalls, openCommandLine, type Service } from './command-line-service.ts'

const { home, parley, serve, remove } = await openCommandLine('same-file')
const folder = join(home, 'calls')
const text = 'Ann: We agree on forty pallets.\nBen: Very well.\n'
const sound = wave({ seconds: 0.71, rate: 8_000 })

let service: Service
beforeAll(async () => {
  service = await serve()
  await mkdir(folder)
  await writeFile(join(folder, 'pallets.txt'), text)
})
afterAll(async () => {
  await service.stop()
  await remove()
})

const count = async () => (await listCalls(service.said.base_url, service.said.api_key)).meta.totalRecords

async function upload(): Promise<string> {
  const { body, headers } = fileForm('pallets.txt', text, {})
  const answer = await fetch(`${service.said.base_url}/conversations/import`, {
    method: 'POST',
    headers: { ...headers, authorization: service.said.api_key },
    body: new Uint8Array(body),
  })
  return ((await answer.json()) as { uuid: string }).uuid
}

it('a file that somebody uploaded is linked, gets its recording, and is imported again on request', async () => {
  const id = await upload()
  const link = `/conversations/${id}`
  const known = await parley('import', folder)
  expect([known.code, await count()]).toEqual([0, 1])
  expect(known.out).toMatch(new RegExp(`^${id} .*in Parley already: http.*${link} `, 'm'))
  expect(known.out).toContain('0 imported, 1 imported before, 0 rejected')
  expect(known.out).toContain('--allow-duplicates')

  await writeFile(join(folder, 'pallets.wav'), sound)
  const pair = await parley('import', folder, '--json')
  expect(pair.json.conversations).toMatchObject([
    { uuid: id, isNew: false, sameFileAs: expect.stringContaining(link), recording: expect.any(String) },
  ])
  const details = await fetch(`${service.said.base_url}${link}/media-details`, {
    headers: { authorization: service.said.api_key },
  })
  expect(await details.json()).toMatchObject({ data: { recording: { status: 'kept', fileName: 'pallets.wav' } } })
  expect(await count()).toBe(1)

  const more = await parley('import', folder, '--allow-duplicates', '--json')
  expect(more.json).toMatchObject({ imported: 1, known: 0 })
  expect([await count(), more.json.conversations[0].uuid === id]).toEqual([2, false])
})
