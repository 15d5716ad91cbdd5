import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAIL_SUBJECTS } from '../../core/mail.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { openFolderMail } from './folder.ts'
import { readMessage } from './read.ts'

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
  return { ...mail, folder, list: (of: OrganizationId, page = { limit: 10, offset: 0 }) => mail.outbox?.list(of, page) }
}
const message = {
  to: 'ann@acme.example',
  subject: MAIL_SUBJECTS.signInLink,
  text: 'Open http://localhost:8080/sign-in/a.b\n',
}

describe('the mail that was kept', () => {
  it('is told as it was written, whatever it holds', async () => {
    const { send, list, folder } = open()
    const line = fc
      .string({ unit: 'grapheme', maxLength: 90 })
      .map((text) => text.replaceAll(/[\p{C}\s]+/gu, ' ').trim())
    const subject = fc.constantFrom(...Object.values(MAIL_SUBJECTS))
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

  it('has whatever subject an earlier version wrote', () => {
    const encoded = `=?UTF-8?Q?Gr=C3=BC=C3=9Fe_=E2=80=93_?=\r\n =?UTF-8?B?${Buffer.from('日本語').toString('base64')}?=`
    expect(readMessage(`To: ann@acme.example\r\nSubject: ${encoded}\r\n\r\nText`).subject).toBe('Grüße – 日本語')
  })

  it('is of one organization, the newest first, page by page', async () => {
    const { send, list, folder } = open()
    expect(await list(ACME)).toEqual({ total: 0, messages: [] })
    const subjects = Object.values(MAIL_SUBJECTS).slice(0, 3)
    for (const subject of subjects) await send({ ...message, subject }, ACME)
    await send({ ...message, subject: MAIL_SUBJECTS.snippetView }, RIVAL)
    await send(message)
    await writeFile(join(folder, 'notes.txt'), 'Somebody put this here.')
    const [all, second, theirs] = [await list(ACME), await list(ACME, { limit: 1, offset: 1 }), await list(RIVAL)]
    expect(new Set(all?.messages.map(({ subject }) => subject))).toEqual(new Set(subjects))
    expect(second).toMatchObject({ total: 3, messages: [{ subject: all?.messages[1]?.subject }] })
    expect(theirs?.messages.map(({ subject }) => subject)).toEqual([MAIL_SUBJECTS.snippetView])
    expect(Math.abs(Date.now() - (all?.messages[0]?.at.getTime() ?? 0))).toBeLessThan(60_000)
  })
})
