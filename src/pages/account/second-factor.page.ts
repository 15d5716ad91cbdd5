/** Second factor of the signed-in user: authenticator app, passkeys and recovery codes. */

import { type Text, t } from '../../core/languages/message.ts'
import { localPath } from '../../core/local-path.ts'
import {
  createPasskey,
  deletePasskey,
  listPasskeys,
  renamePasskey,
  startPasskey,
} from '../../features/accounts/passkeys/index.ts'
import { getSignInWays } from '../../features/accounts/passwords/index.ts'
import {
  confirmAuthenticatorApp,
  createRecoveryCodes,
  deleteAuthenticatorApp,
  getSecondFactor,
  startAuthenticatorApp,
} from '../../features/accounts/second-factor-settings/index.ts'
import {
  type AnswerOf,
  definePage,
  type Fields,
  type PageRequest,
  redirectTo,
  type View,
} from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { SECOND_FACTOR_PATH } from '../../inbound/web/navigation.ts'
import { signInFor } from '../../inbound/web/sign-in-pages.ts'
import { COPY_SCRIPT, copyButton } from '../components/copy.ts'
import { actionButton, form, textField } from '../components/form.ts'
import { badge, card, heading, linkButton } from '../components/layout.ts'
import { attemptProblem } from '../components/problem.ts'
import { renderQrCode } from '../components/qr-code.ts'
import { renderTimestamp } from '../components/times.ts'
import { part, renderNewPasskey, renderPasskeys } from './passkeys.ts'

const PAGE = SECOND_FACTOR_PATH
const ACCOUNT = '/account'
const TRAIL = [{ label: t('Profile'), path: ACCOUNT }]
const STEP = { label: t('Second factor'), path: PAGE }
/** Actions whose forms show their own problems. */
const SHOWN_BY_FORM = ['confirm', 'rename-passkey']

type Factor = AnswerOf<typeof getSecondFactor>

export const secondFactorPage = definePage({
  path: PAGE,
  withoutSecondFactor: true,
  async show(req) {
    const [factor, { provider }, passkeys] = await Promise.all([
      req.run(getSecondFactor, {}),
      req.run(getSignInWays, {}),
      req.run(listPasskeys, {}),
    ])
    const given = { isFresh: factor.just_signed_in, hidden: returnField(req) }
    const words = t(
      'With a second factor, a stolen password or an open mailbox isn’t enough to sign in as you. Parley asks for it after your password or email link.',
    )
    const byProvider =
      provider?.required === true &&
      html`<p class="notice">Your organization requires sign-in with <bdi>${provider.name}</bdi>, which decides about further factors. Parley asks for a second factor only after other sign-in methods.</p>`
    return {
      title: t('Second factor'),
      body: html`${heading(t('Second factor'), { trail: TRAIL, words })}
${isMissing(factor) && html`<p class="notice" role="status">Your organization requires a second factor. Set it up to continue.</p>`}
${byProvider}
${renderProblem(req, factor)}
${!factor.just_signed_in && signInAgain(req)}
${card(t('Authenticator app'), await authenticatorApp(req, factor), { id: 'app' })}
${card(t('Passkeys'), renderPasskeys(req, passkeys, given), { id: 'passkeys' })}
${hasFactor(factor) && card(t('Recovery codes'), recoveryCodes(req, factor), { id: 'recovery' })}`,
    }
  },
  actions: {
    start: async (req, fields) => {
      await req.run(startAuthenticatorApp, {})
      return redirectTo(withReturn(readReturn(fields), '#app'))
    },
    confirm: async (req, fields) => {
      const { recovery_codes: codes } = await req.run(confirmAuthenticatorApp, { code: fields.text('code') })
      const said = t('Authenticator app set up. All other browsers were signed out.')
      const next = readReturn(fields) ?? PAGE
      return codes.length === 0 ? redirectTo(next, said) : renderRecoveryCodes(codes, { said, next })
    },
    cancel: async (req, fields) => {
      await req.run(deleteAuthenticatorApp, {})
      return redirectTo(withReturn(readReturn(fields)), t('Setup canceled'))
    },
    'remove-app': async (req) => {
      await req.run(deleteAuthenticatorApp, {})
      return redirectTo(`${PAGE}#app`, t('Authenticator app removed. All other browsers were signed out.'))
    },
    'add-passkey': async (req, fields) => {
      const { options } = await req.run(startPasskey, {})
      return renderNewPasskey(req, { options, trail: [...TRAIL, STEP], hidden: hiddenReturn(readReturn(fields)) })
    },
    'create-passkey': async (req, fields) => {
      const given = { name: fields.text('name').trim(), response: fields.text('response') }
      const { recovery_codes: codes } = await req.run(createPasskey, given)
      const said = t('Passkey added. All other browsers were signed out.')
      const next = readReturn(fields) ?? PAGE
      return codes.length === 0 ? redirectTo(next, said) : renderRecoveryCodes(codes, { said, next })
    },
    'rename-passkey': async (req, fields) => {
      await req.run(renamePasskey, { id: fields.text('key'), name: fields.text('name').trim() })
      return redirectTo(`${PAGE}#passkeys`, t('Name saved'))
    },
    'remove-passkey': async (req, fields) => {
      await req.run(deletePasskey, { id: fields.text('key') })
      return redirectTo(`${PAGE}#passkeys`, t('Passkey removed. All other browsers were signed out.'))
    },
    'renew-codes': async (req) => {
      const { recovery_codes: codes } = await req.run(createRecoveryCodes, {})
      return renderRecoveryCodes(codes, { said: t('The earlier recovery codes no longer work.'), next: PAGE })
    },
  },
})

const hasFactor = ({ app_since, passkeys }: Factor) => app_since !== null || passkeys > 0
const isMissing = (factor: Factor) => factor.required && !hasFactor(factor)

/** Page that the user opened before the setup was required. */
const readReturn = (fields: Fields) => localPath(fields.optional('return_to'))
const withReturn = (path: string | undefined, hash = '') =>
  `${PAGE}${path === undefined ? '' : `?return_to=${encodeURIComponent(path)}`}${hash}`

/** Hidden field that keeps the page to return to. */
const returnField = ({ query, attempt }: PageRequest): Html =>
  hiddenReturn(localPath(attempt?.fields.optional('return_to') ?? query.get('return_to')))

const hiddenReturn = (path: string | undefined): Html =>
  html`${path !== undefined && html`<input type="hidden" name="return_to" value="${path}">`}`

/** Problem of an action whose form isn't on the page, such as a setup that has expired. */
function renderProblem({ attempt }: PageRequest, { setup }: Factor): Html {
  const isShownByForm = attempt !== undefined && SHOWN_BY_FORM.includes(attempt.action)
  if (isShownByForm && (attempt.action !== 'confirm' || setup !== null)) return html``
  return attempt === undefined ? html`` : attemptProblem(attempt)
}

const signInAgain = ({ path }: PageRequest): Html =>
  html`<p>Changes require a recent sign-in.</p>
<p>${linkButton(`${signInFor(path)}&again=1`, t('Sign in again to change your second factor'))}</p>`

async function authenticatorApp(req: PageRequest, factor: Factor): Promise<Html> {
  const { app_since: since, just_signed_in: isFresh } = factor
  if (since !== null) {
    const left =
      factor.passkeys > 0 ? t('You can still sign in with a passkey.') : t('You then sign in without a second factor.')
    const confirm = t`Remove the authenticator app? ${factor.required && factor.passkeys === 0 ? t('Your organization requires a second factor, so you must set one up again.') : left} All other browsers are signed out.`
    return html`<p>${badge(t('On'), 'good')} Set up ${renderTimestamp(req, since)}. Parley asks for a code after your password or email link.</p>
${isFresh && part(actionButton(req, { page: PAGE, action: 'remove-app', button: t('Remove authenticator app'), kind: 'danger', confirm }))}`
  }
  if (factor.setup !== null) return setupForm(req, factor.setup)
  return html`<p>An app on your phone, such as Aegis, Google Authenticator, Microsoft Authenticator or your password manager, shows a new code every 30 seconds.</p>
${isFresh && part(form(req, { page: PAGE, action: 'start', button: t('Set up authenticator app'), inline: true }, () => returnField(req)))}`
}

const setupForm = async (req: PageRequest, { key, uri }: NonNullable<Factor['setup']>): Promise<Html> =>
  html`<ol class="setup-steps">
<li><p>Scan the QR code with your authenticator app.</p>
${await renderQrCode(uri, t('QR code with the key for your authenticator app. The same key is below as text.'))}
<p>If you can't scan it, enter this key in the app:</p>
<p><code class="setup-key">${key.match(/.{1,4}/g)?.join(' ') ?? key}</code></p></li>
<li><p>Enter the six digits that the app shows.</p>
<div class="account-part">${form(req, { page: PAGE, action: 'confirm', button: t('Turn on') }, (fill) => [
    returnField(req),
    textField(fill, { name: 'code', label: t('Code'), required: true, max: 64, autocomplete: 'one-time-code' }),
  ])}</div></li>
</ol>
${form(req, { page: PAGE, action: 'cancel', button: t('Cancel setup'), kind: 'link', inline: true }, () => returnField(req))}`

const recoveryCodes = (req: PageRequest, { recovery_codes_left: left, just_signed_in: isFresh }: Factor): Html => {
  const renew = () =>
    actionButton(req, {
      ...{ page: PAGE, action: 'renew-codes', button: t('Create new recovery codes') },
      confirm: t('Create new recovery codes? The earlier ones stop working.'),
    })
  return html`<p>${left === 1 ? t('1 recovery code is left.') : t`${left} recovery codes are left.`} Each replaces the second factor once, if you lose your device.</p>
${isFresh && part(renew())}`
}

/** Page that shows new recovery codes once. */
export const renderRecoveryCodes = (codes: readonly string[], { said, next }: { said: Text; next: string }): View => ({
  title: t('Recovery codes'),
  body: html`${heading(t('Recovery codes'), { trail: TRAIL })}
<section class="card">
<p role="status">${said}</p>
<p>Store these codes in a safe place, such as your password manager. Each replaces your second factor once, if you lose your device.</p>
<ul class="recovery-codes" id="recovery-codes" aria-label="Recovery codes">${codes.map((code) => html`<li><code>${code}</code></li>\n`)}</ul>
<p class="soft">Copy them now. Parley can't show them again.</p>
<div class="actions">${copyButton('recovery-codes', t('Recovery codes'))}${linkButton(next, t('Continue'), { kind: 'primary' })}</div>
</section>`,
  scripts: [COPY_SCRIPT],
})
