/** What people see when a program asked for something that cannot be answered to it. */
import { html } from '../web/html.ts'
import { noticeOf, type Page } from '../web/page.ts'

const SAID_ELSEWHERE = 'Go back to the program you came from and connect again. If it happens again, tell its makers:'

/** @param out error and description, as programs are told */
export function errorPage(status: number, out: { error?: string; error_description?: string | undefined }): Page {
  const words = [out.error ?? 'server_error', out.error_description].filter((one) => one !== undefined).join(': ')
  return noticeOf(Math.max(status, 400), 'This did not work', SAID_ELSEWHERE, html`\n<p class="notice">${words}</p>`)
}
