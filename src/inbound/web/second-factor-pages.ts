/** Routes of the second step of a sign-in, and of sign-in with a passkey. `second-factor-views.ts` renders the pages. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Text, t } from '../../core/languages/message.ts'
import { localPath } from '../../core/local-path.ts'
import { readFormField } from './forms.ts'
import { sendPage } from './page.ts'
import {
  CODE,
  codePage,
  endedPage,
  noPasskeysPage,
  PASSKEY,
  PASSKEY_PROBLEMS,
  passkeyPage,
} from './second-factor-views.ts'
import type { SignInParts } from './sign-in-parts.ts'
import { PENDING_COOKIE, RETRY_SECONDS, type SignInTools, TOO_MANY_SIGN_INS, toArrival } from './sign-in-tools.ts'
import { notOursPage } from './sign-in-views.ts'

/** Maximum length of a code that is read: recovery codes with spaces. */
const CODE_MAX = 64
const TOO_MANY_CODES = t('Too many codes were entered. Try again in 15 minutes.')

export function mountSecondFactor(
  scope: FastifyInstance,
  parts: Pick<SignInParts, 'forms' | 'signIn' | 'passkeys'>,
  tools: SignInTools,
): void {
  const { forms, signIn } = parts
  const { enter, renderHiddenFields, tooMany } = tools
  const readToken = (request: FastifyRequest) => forms.cookies.get(request, PENDING_COOKIE)

  scope.get(CODE, async (request, reply) => {
    const pending = await signIn.findPending(readToken(request))
    return sendPage(reply, pending === undefined ? endedPage() : codePage(renderHiddenFields(request, reply), pending))
  })

  scope.post(CODE, async (request, reply) => {
    if (!forms.isOurs(request)) return sendPage(reply, notOursPage())
    const token = readToken(request)
    const code = readFormField(request, 'code')?.slice(0, CODE_MAX) ?? ''
    const answer = await signIn.enterCode(token, code, toArrival(request))
    if (answer.is === 'begun') {
      forms.cookies.set(reply, PENDING_COOKIE, '', 0)
      return enter(request, reply, answer.begun)
    }
    if (answer.is === 'too_many') return tooMany(reply, TOO_MANY_CODES, RETRY_SECONDS)
    const pending = answer.is === 'wrong' ? await signIn.findPending(token) : undefined
    if (pending === undefined) return sendPage(reply, endedPage())
    return sendPage(reply, codePage(renderHiddenFields(request, reply), { ...pending, isWrong: true }))
  })
  mountPasskeys(scope, parts, tools)
}

function mountPasskeys(
  scope: FastifyInstance,
  { forms, passkeys }: Pick<SignInParts, 'forms' | 'passkeys'>,
  { enter, renderHiddenFields, tooMany, ensureBrowserId }: SignInTools,
): void {
  /** Shows the page with a new challenge. */
  const showPage = (request: FastifyRequest, reply: FastifyReply, returnTo: string | undefined, wrong?: Text) => {
    const asked = passkeys.request(ensureBrowserId(request, reply))
    if (asked === undefined) return sendPage(reply, noPasskeysPage())
    return sendPage(reply, passkeyPage(renderHiddenFields(request, reply, returnTo), { ...asked, wrong }))
  }

  scope.get(PASSKEY, async (request: FastifyRequest<{ Querystring: { return_to?: unknown } }>, reply) =>
    showPage(request, reply, localPath(request.query.return_to)),
  )

  scope.post(PASSKEY, async (request, reply) => {
    if (!forms.isOurs(request)) return sendPage(reply, notOursPage())
    const returnTo = localPath(readFormField(request, 'return_to'))
    const [challenge = '', response = ''] = ['challenge', 'response'].map((name) => readFormField(request, name))
    const browser = ensureBrowserId(request, reply)
    const answer = await passkeys.signIn({ challenge, response, browser }, toArrival(request), returnTo)
    if (answer.is === 'too_many') return tooMany(reply, TOO_MANY_SIGN_INS, RETRY_SECONDS)
    if (answer.is !== 'begun') return showPage(request, reply, returnTo, PASSKEY_PROBLEMS[answer.is])
    forms.cookies.set(reply, PENDING_COOKIE, '', 0)
    return enter(request, reply, answer.begun)
  })
}
