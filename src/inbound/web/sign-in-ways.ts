/** Routes that start a sign-in with an email address: choice of the way, email link, password and identity provider. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Text, t } from '../../core/languages/message.ts'
import { localPath } from '../../core/local-path.ts'
import { readFormField } from './forms.ts'
import { sendPage } from './page.ts'
import type { SignInParts } from './sign-in-parts.ts'
import { RETRY_SECONDS, type SignInTools, TOO_MANY_SIGN_INS, toArrival } from './sign-in-tools.ts'
import {
  askPage,
  choicePage,
  goingPage,
  notOursPage,
  refusedPage,
  SIGN_IN,
  sentPage,
  waysPage,
} from './sign-in-views.ts'

/** Email address with the maximum length of SMTP. */
const ADDRESS_MAX = 254
const mailAddress = z.email().max(ADDRESS_MAX)
const NO_ADDRESS = t('Enter a valid email address, such as ann@example.com.')

const LINK_RETRY_SECONDS = 3_600
const TOO_MANY_LINKS = t('Too many sign-in links were requested from your network. Try again in an hour.')
const TOO_MANY_PASSWORDS = t('Too many failed attempts. Try again in 15 minutes, or sign in with an email link.')
const BUSY = t('The service is busy. Try again later.')
const WRONG_PASSWORD = t('The email address or password is incorrect. Try again, or sign in with an email link.')

/** Values of the form that each of these routes receives. */
interface AddressForm {
  readonly email: string
  /** Path that the sign-in returns to. */
  readonly returnTo: string | undefined
}

type AddressHandler = (form: AddressForm, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

export function mountWays(scope: FastifyInstance, parts: SignInParts, tools: SignInTools): void {
  const { forms, signIn, singleSignOn, saml } = parts
  const { renderHiddenFields, tooMany, ensureBrowserId } = tools

  /** Adds a route for a form with an email address. Replies with an error if the form is invalid. */
  const postAddress = (path: string, handle: AddressHandler) =>
    scope.post(path, async (request, reply) => {
      if (!forms.isOurs(request)) return sendPage(reply, notOursPage())
      const returnTo = localPath(readFormField(request, 'return_to'))
      const input = readFormField(request, 'email')?.trim()
      const address = mailAddress.safeParse(input)
      if (address.success) return handle({ email: address.data, returnTo }, request, reply)
      const shown = input === undefined ? {} : { email: input.slice(0, ADDRESS_MAX) }
      return sendPage(reply, askPage(renderHiddenFields(request, reply, returnTo), { ...shown, wrong: NO_ADDRESS }))
    })

  const showWays = createWaysPage(parts, tools)
  postAddress(SIGN_IN, (form, request, reply) => showWays(form, request, reply))

  postAddress(`${SIGN_IN}/link`, async ({ email, returnTo }, request, reply) =>
    (await signIn.request(email, request.ip, returnTo))
      ? sendPage(reply, sentPage(signIn.linksAnHour))
      : tooMany(reply, TOO_MANY_LINKS, LINK_RETRY_SECONDS),
  )

  postAddress(`${SIGN_IN}/password`, createPasswordHandler(parts, tools, showWays))

  postAddress(`${SIGN_IN}/provider`, async ({ email, returnTo }, request, reply) => {
    const from = { browser: ensureBrowserId(request, reply), address: request.ip }
    const route = await singleSignOn.findRoute(email)
    const sending =
      route?.protocol === 'saml'
        ? await saml.send(route.organizationId, from, returnTo)
        : await singleSignOn.send(email, from, returnTo)
    if (sending.is === 'sent') return sendPage(reply, goingPage(sending.to, sending.providerName))
    if (sending.is !== 'too_many') return sendPage(reply, refusedPage(sending.is))
    return tooMany(reply, TOO_MANY_SIGN_INS, RETRY_SECONDS)
  })
}

type ShowWays = (
  form: AddressForm,
  request: FastifyRequest,
  reply: FastifyReply,
  problem?: { readonly wrong: Text; readonly status: number },
) => Promise<FastifyReply>

/** Creates the function that sends the page with the ways to sign in with an address. */
const createWaysPage =
  (
    { singleSignOn }: Pick<SignInParts, 'singleSignOn'>,
    { renderHiddenFields }: Pick<SignInTools, 'renderHiddenFields'>,
  ): ShowWays =>
  async ({ email, returnTo }, request, reply, problem) => {
    const route = await singleSignOn.findRoute(email)
    const provider = route && { name: route.providerName, required: route.required }
    return sendPage(reply, waysPage(renderHiddenFields(request, reply, returnTo), { email, provider, ...problem }))
  }

const createPasswordHandler =
  (
    { passwords }: Pick<SignInParts, 'passwords'>,
    { enter, renderHiddenFields, tooMany }: SignInTools,
    showWays: ShowWays,
  ): AddressHandler =>
  async (form, request, reply) => {
    const password = readFormField(request, 'password') ?? ''
    const answer = await passwords.signIn(form.email, password, toArrival(request), form.returnTo)
    switch (answer.is) {
      case 'begun':
        return enter(request, reply, answer.begun)
      case 'choice':
        return sendPage(reply, choicePage(renderHiddenFields(request, reply), answer.choices))
      case 'too_many':
        return tooMany(reply, TOO_MANY_PASSWORDS, RETRY_SECONDS)
      case 'busy':
        return showWays(form, request, reply, { wrong: BUSY, status: 503 })
      case 'wrong':
        return showWays(form, request, reply, { wrong: WRONG_PASSWORD, status: 400 })
    }
  }
