import { setImmediate as nextTurn } from 'node:timers/promises'
import { protocol } from '@electric-sql/pglite'
import { afterAll, expect, it } from 'vitest'
import { makeEmptyDatabase } from '../../testing/empty-database.ts'
import { SharedSession } from './embedded-session.ts'

const { dataDir, remove } = await makeEmptyDatabase()
const session = new SharedSession({ dataDir })
await session.waitReady
afterAll(async () => {
  await session.close()
  await remove()
})

/** Data chunks that were sent. */
const sent: Buffer[] = []
const send = (text: string) =>
  session.execProtocolRawStream(protocol.serialize.query(text), {
    onRawData: (data) => void sent.push(Buffer.from(data)),
  })

/** Message types in a chunk. */
function kindsIn(data: Buffer): string {
  let kinds = ''
  for (let at = 0; at < data.length; at += 1 + data.readUInt32BE(at + 1)) kinds += String.fromCharCode(data[at] ?? 0)
  return kinds
}

it('answers of a transaction go out in one piece, whole and in order', async () => {
  sent.length = 0
  for (const text of ['begin', 'select 1', 'commit']) await send(text)
  expect(sent.map(kindsIn)).toEqual(['CZTDCZCZ'])
})

it('who waits in the middle of a transaction is answered', async () => {
  sent.length = 0
  await send('begin')
  await nextTurn()
  expect(sent.map(kindsIn)).toEqual(['CZ'])
  await send('nonsense')
  await send('rollback')
  expect(sent.map(kindsIn)).toEqual(['CZ', 'EZCZ'])
})

it('a long answer is sent as it comes', async () => {
  sent.length = 0
  await send('begin')
  await send(`select repeat('x', 1000) from generate_series(1, 1000)`)
  expect(sent.length).toBeGreaterThan(5)
  await send('commit')
  expect(kindsIn(Buffer.concat(sent))).toBe(`CZT${'D'.repeat(1000)}CZCZ`)
})

it('what is asked between the transactions of clients is told to nobody else', async () => {
  await send('select 1')
  sent.length = 0
  expect(await session.between(`select n, 'x' from generate_series(1, 2) n`)).toEqual([
    ['1', 'x'],
    ['2', 'x'],
  ])
  await expect(session.between('nonsense')).rejects.toThrow('syntax error')
  expect(sent).toEqual([])
  await send('begin')
  expect(await session.between('select 1')).toBeUndefined()
  await send('commit')
  expect(sent.map(kindsIn)).toEqual(['CZCZ'])
})
