import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrganizationId } from '../core/principal.ts'
import { openFolderMail } from './mail-folder.ts'

const [ACME, RIVAL] = ['018f0000-0000-7000-8000-00000000000a', '018f0000-0000-7000-8000-00000000000b'].map(
  (id) => id as OrganizationId,
) as [OrganizationId, OrganizationId]
let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-mail-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

let folders = 0
const open = () => {
  const folder = join(root, String(folders++))
  const mail = openFolderMail(folder, 'Parley <parley@house.example>')
  return { ...mail, folder, list: (of: OrganizationId, page = { limit: 10, offset: 0 }) => mail.kept?.list(of, page) }
}
const message = { to: 'ann@acme.example', subject: 'Your link', text: 'Open http://localhost:8080/sign-in/a.b\n' }

describe('the mail that was kept', () => {
  it('is told as it was written, whatever it holds', async () => {
    const { send, list, folder } = open()
    const line = fc
      .string({ unit: 'grapheme', maxLength: 90 })
      .map((text) => text.replaceAll(/[\p{C}\s]+/gu, ' ').trim())
    const subject = fc.oneof(line, fc.constant('Grüße – 日本語 '.repeat(12).trim()), fc.constant('=40 =?utf-8 ?='))
    const text = fc.array(fc.oneof(line, fc.constant('https://parley.example/in?token=abc=3D&x='), fc.constant('. ')), {
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(subject, text, async (subject, lines) => {
        await rm(folder, { recursive: true, force: true })
        await send({ ...message, subject, text: `${lines.join('\n')}\n` }, ACME)
        const [kept] = (await list(ACME))?.messages ?? []
        expect(kept).toMatchObject({ to: message.to, text: `${lines.join('\n')}\n` })
        expect(kept?.subject).toBe(subject)
      }),
      { numRuns: 60 },
    )
  })

  it('is of one organization, the newest first, page by page', async () => {
    const { send, list, folder } = open()
    expect(await list(ACME)).toEqual({ total: 0, messages: [] })
    for (const subject of ['First', 'Second', 'Third']) await send({ ...message, subject }, ACME)
    await send({ ...message, subject: 'Theirs' }, RIVAL)
    await send({ ...message, subject: 'Of both' })
    await writeFile(join(folder, 'notes.txt'), 'Somebody put this here.')
    const [all, second, theirs] = [await list(ACME), await list(ACME, { limit: 1, offset: 1 }), await list(RIVAL)]
    expect(new Set(all?.messages.map(({ subject }) => subject))).toEqual(new Set(['First', 'Second', 'Third']))
    expect(second).toMatchObject({ total: 3, messages: [{ subject: all?.messages[1]?.subject }] })
    expect(theirs?.messages.map(({ subject }) => subject)).toEqual(['Theirs'])
    expect(Math.abs(Date.now() - (all?.messages[0]?.at.getTime() ?? 0))).toBeLessThan(60_000)
  })
})
