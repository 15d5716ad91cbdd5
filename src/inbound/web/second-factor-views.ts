/** Pages of the second step of a sign-in. */
import { attribute, type Html, html } from './html.ts'
import { createNoticePage, createPage, type HtmlPage } from './page.ts'
import { BACK, problem, SIGN_IN } from './sign-in-views.ts'

export const CODE = `${SIGN_IN}/code`

/** Sign-in that waits for the second factor. */
export interface PendingSummary {
  readonly email: string
  readonly organizationName: string
  readonly hasApp: boolean
  readonly hasPasskey: boolean
}

const WRONG = 'The code is incorrect or was already used. Try again with the code that the app shows now.'
const WRONG_RECOVERY = 'The recovery code is incorrect or was already used. Try another one.'

/** Asks for the code of the authenticator app, or a recovery code. */
export const codePage = (
  hidden: Html,
  { email, organizationName, hasApp, isWrong = false }: PendingSummary & { readonly isWrong?: boolean },
): HtmlPage =>
  createPage(
    isWrong ? 400 : 200,
    'Second factor',
    html`<h1>${hasApp ? 'Enter your code' : 'Enter a recovery code'}</h1>
<p class="when">${hasApp && 'Open your authenticator app and enter the six digits for Parley. '}You sign in to <bdi>${organizationName}</bdi> as <bdi>${email}</bdi>.</p>
${problem(isWrong ? (hasApp ? WRONG : WRONG_RECOVERY) : undefined)}
<form method="post" action="${CODE}">${hidden}
<div class="field"><label for="code">${hasApp ? 'Code' : 'Recovery code'}</label>
<input type="text" id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="64" required autofocus aria-describedby="code-help"${attribute('aria-invalid', isWrong ? 'true' : undefined)}>
<p class="help" id="code-help">${hasApp ? 'If you lost the device, enter one of your recovery codes.' : 'You got recovery codes when you added your first passkey.'}</p></div>
<button class="primary">Sign in</button>
</form>
<p class="aside"><a href="${SIGN_IN}">Start again</a></p>`,
  )

export const endedPage = (): HtmlPage =>
  createNoticePage(
    403,
    'Sign-in expired',
    'The sign-in took too long, was already completed, or too many codes were wrong. Sign in again.',
    BACK,
  )
