/** Validation errors of reports, such as a period that is too long. The same page shows them. */

import { AppError } from '../../core/errors.ts'
import { known } from '../../core/languages/known.ts'
import { type Message, t } from '../../core/languages/message.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { withCode } from '../../inbound/web/with-code.ts'

export async function catchRefusal<T>(answer: Promise<T>): Promise<T | { refusal: AppError }> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation_failed') return { refusal: error }
    throw error
  }
}

/** Name of the input field that a page has under another name in its address. */
const OWNER_FIELD = /\/ownerUUID$/

const renderDetail = ({ pointer, detail }: AppError['problems'][number]): Html | Message =>
  OWNER_FIELD.test(pointer)
    ? t('No user of your organization has the ID in the address. Select people in the team report.')
    : withCode(known(detail))

export const renderProblems = ({ problems }: AppError): Html =>
  html`<div class="problem" role="alert"><ul>${problems.map((one) => html`<li>${renderDetail(one)}</li>`)}</ul></div>`
