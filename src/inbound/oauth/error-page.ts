/** Error page for requests whose error can't be returned to the client. */

import { t } from '../../core/languages/message.ts'
import { html } from '../web/html.ts'
import { createNoticePage, type HtmlPage } from '../web/page.ts'

const SAID_ELSEWHERE = t(
  'Go back to the app and connect again. If the error persists, send these details to the developer of the app:',
)

/** @param out error and description, as in OAuth responses */
export function errorPage(status: number, out: { error?: string; error_description?: string | undefined }): HtmlPage {
  const words = [out.error ?? 'server_error', out.error_description].filter((one) => one !== undefined).join(': ')
  return createNoticePage(
    Math.max(status, 400),
    t("Couldn't connect the app"),
    SAID_ELSEWHERE,
    html`\n<p class="notice">${words}</p>`,
  )
}
